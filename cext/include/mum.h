/* The two halves of a 128-bit product, folded by xor: the mixing step of wyhash. */
#ifndef CARAVELA_MUM_H
#define CARAVELA_MUM_H

#include <stdint.h>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
static inline uint64_t mum(uint64_t a, uint64_t b)
{
    uint64_t high;
    uint64_t low = _umul128(a, b, &high);
    return low ^ high;
}
#elif defined(__SIZEOF_INT128__)
static inline uint64_t mum(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
#else
static inline uint64_t mum(uint64_t a, uint64_t b)
{
    uint64_t ha = a >> 32, hb = b >> 32, la = (uint32_t)a, lb = (uint32_t)b;
    uint64_t rh = ha * hb, rm0 = ha * lb, rm1 = hb * la, rl = la * lb;
    uint64_t t = rl + (rm0 << 32), carry = t < rl;
    uint64_t low = t + (rm1 << 32);
    carry += low < t;
    return low ^ (rh + (rm0 >> 32) + (rm1 >> 32) + carry);
}
#endif

#endif
