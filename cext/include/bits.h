/* Bit tricks on small integer arrays: eight byte counters in a 64-bit word, byte i in bits 8i .. 8i+7. And on sets of
 * up to 64 elements, one bit each.
 *
 * Counters and their sums stay below 128, so that no lane carries into the next one.
 */
#ifndef CARAVELA_BITS_H
#define CARAVELA_BITS_H

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#include <intrin.h>
#include <stdlib.h>
#endif

#define BITS_ONES UINT64_C(0x0101010101010101)
#define BITS_TOPS UINT64_C(0x8080808080808080)

/* Number of the lowest set bit; x is not 0. */
static inline int bits_lowest(uint64_t x)
{
#if defined(_MSC_VER)
    unsigned long i;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&i, x);
    return (int)i;
#else
    if (_BitScanForward(&i, (unsigned long)x))
        return (int)i;
    _BitScanForward(&i, (unsigned long)(x >> 32));
    return (int)i + 32;
#endif
#else
    return __builtin_ctzll(x);
#endif
}

/* Eight bytes from memory of any alignment, the first one lowest on every machine. */
static inline uint64_t bits_load(const void *bytes)
{
    uint64_t x;
    memcpy(&x, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

static inline void bits_store(void *bytes, uint64_t x)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    memcpy(bytes, &x, 8);
}

/* Sum of the eight counters. */
static inline int bits_sum(uint64_t counters)
{
    return (int)((counters * BITS_ONES) >> 56);
}

/* Bit i is set if counter i is not 0. */
static inline uint32_t bits_present(uint64_t counters)
{
    return (uint32_t)(((((counters + 0x7F * BITS_ONES) & BITS_TOPS) >> 7) * UINT64_C(0x0102040810204080)) >> 56);
}

/* The counter that item r (0 .. sum-1) falls into when the items are laid out counter by counter. */
static inline int bits_pick(uint64_t counters, int r)
{
    return bits_lowest((counters * BITS_ONES + (uint64_t)(127 - r) * BITS_ONES) & BITS_TOPS) >> 3;
}

/* Elements of a set, counted in each byte of its word. */
static inline uint64_t bits_tally(uint64_t set)
{
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    return (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

/* Number of elements of a set. */
static inline int bits_count(uint64_t set)
{
    return bits_sum(bits_tally(set));
}

/* Element r (0 .. count-1) of a set, in ascending order; without a branch. */
static inline int bits_nth(uint64_t set, int r)
{
    uint64_t upto = bits_tally(set) * BITS_ONES; /* byte i: elements in the bytes 0 .. i */
    int at = bits_lowest((upto + (uint64_t)(127 - r) * BITS_ONES) & BITS_TOPS) & 56; /* where r's byte begins */
    uint64_t spread = ((set >> at & 0xFF) * BITS_ONES) & UINT64_C(0x8040201008040201); /* byte i: its bit i */
    r -= (int)((upto << 8) >> at & 0xFF);
    return at + bits_pick(((spread + 0x7F * BITS_ONES) & BITS_TOPS) >> 7, r);
}

#endif
