package memory

// MostTouches bounds the touches that are told for a buffer.
const MostTouches = 64
