"""Lisboa behind the C interface."""

ENGINE: object
