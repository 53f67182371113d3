/* rng_python_seed.c - random.seed(): every kind of seed becomes words for MT19937's init_by_array.
 *
 * Ints give their absolute value; floats their hash; text and bytes the big-endian number made of
 * all bytes followed by their SHA-512 (FIPS 180-4). */
#include "runtime/rng_internal.h"
#include "runtime/rng_python.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void seed_u64(NprtRng *rng, uint64_t value)
{
    uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    nprt_rng_mt_init_by_array(rng, words, words[1] ? 2 : 1);
}

void nprt_rng_python_seed_int(NprtRng *rng, int64_t a)
{
    seed_u64(rng, a < 0 ? -(uint64_t)a : (uint64_t)a);
}

void nprt_rng_python_seed_words(NprtRng *rng, const uint32_t *words, int64_t n)
{
    nprt_rng_mt_init_by_array(rng, words, n);
}

NprtRngError nprt_rng_python_seed_os(NprtRng *rng)
{
    NprtRngSeedSeq seq;
    NprtRngError error = nprt_rng_seedseq_init_os(&seq);
    if (error)
        return error;
    uint32_t words[NPRT_RNG_MT_WORDS];
    nprt_rng_seedseq_generate_u32(&seq, words, NPRT_RNG_MT_WORDS);
    nprt_rng_mt_init_by_array(rng, words, NPRT_RNG_MT_WORDS);
    return NPRT_RNG_OK;
}

/* ---- hash(float) --------------------------------------------------------------- */

#define HASH_BITS    61
#define HASH_MODULUS ((UINT64_C(1) << HASH_BITS) - 1)

static uint64_t rotate_mod(uint64_t x, int by)
{
    return (x << by & HASH_MODULUS) | x >> (HASH_BITS - by);
}

/* The value modulo 2**61 - 1, 28 bits of the fraction at a time: CPython's _Py_HashDouble. A NaN
 * has no fixed hash there; here it is 0. */
static int64_t hash_double(double value)
{
    if (isnan(value))
        return 0;
    if (isinf(value))
        return value > 0.0 ? 314159 : -314159;
    int exponent;
    double fraction = fabs(frexp(value, &exponent));
    uint64_t x = 0;
    while (fraction != 0.0) {
        fraction *= 0x1p28;
        exponent -= 28;
        uint64_t part = (uint64_t)fraction;
        fraction -= (double)part;
        x = rotate_mod(x, 28) + part;
        if (x >= HASH_MODULUS)
            x -= HASH_MODULUS;
    }
    int by = exponent >= 0 ? exponent % HASH_BITS : HASH_BITS - 1 - (-1 - exponent) % HASH_BITS;
    int64_t hash = (int64_t)rotate_mod(x, by);
    hash = value < 0.0 ? -hash : hash;
    return hash == -1 ? -2 : hash;
}

void nprt_rng_python_seed_float(NprtRng *rng, double a)
{
    seed_u64(rng, (uint64_t)hash_double(a));
}

/* ---- SHA-512 ------------------------------------------------------------------- */

static uint64_t rotate_right(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

static uint64_t load_big(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | bytes[i];
    return word;
}

static void store_big(uint8_t *bytes, uint64_t word)
{
    for (int i = 7; i >= 0; i--, word >>= 8)
        bytes[i] = (uint8_t)word;
}

static void sha512_block(uint64_t state[8], const uint8_t *block)
{
    static const uint64_t k[80] = {
#define NPRT_SHA512_K(value) value,
#include "runtime/rng_sha512.def"
#undef NPRT_SHA512_K
    };
    uint64_t w[80], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = load_big(block + 8 * i);
    for (int i = 16; i < 80; i++) {
        uint64_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (rotate_right(a, 1) ^ rotate_right(a, 8) ^ a >> 7) +
               (rotate_right(b, 19) ^ rotate_right(b, 61) ^ b >> 6);
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 80; i++) {
        uint64_t e = s[4], a = s[0];
        uint64_t t1 = s[7] + (rotate_right(e, 14) ^ rotate_right(e, 18) ^ rotate_right(e, 41)) +
                      ((e & s[5]) ^ (~e & s[6])) + k[i] + w[i];
        uint64_t t2 = (rotate_right(a, 28) ^ rotate_right(a, 34) ^ rotate_right(a, 39)) +
                      ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

static void sha512(const uint8_t *bytes, size_t n, uint8_t out[64])
{
    uint64_t state[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                         0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                         0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
    size_t at = 0;
    for (; n - at >= 128; at += 128)
        sha512_block(state, bytes + at);
    uint8_t last[256] = {0};
    size_t rest = n - at;
    size_t padded = rest < 112 ? 128 : 256;
    memcpy(last, bytes + at, rest);
    last[rest] = 0x80;
    store_big(last + padded - 8, (uint64_t)n * 8);
    for (size_t i = 0; i < padded; i += 128)
        sha512_block(state, last + i);
    for (int i = 0; i < 8; i++)
        store_big(out + 8 * i, state[i]);
}

NprtRngError nprt_rng_python_seed_bytes(NprtRng *rng, const void *bytes, int64_t n)
{
    size_t len = (size_t)n + 64;
    uint8_t *number = malloc(len);
    uint32_t *words = calloc((len + 3) / 4, sizeof *words);
    if (number && words) {
        if (n > 0)
            memcpy(number, bytes, (size_t)n);
        sha512(number, (size_t)n, number + n);
        for (size_t i = 0; i < len; i++)
            words[i / 4] |= (uint32_t)number[len - 1 - i] << (i % 4 * 8);
        int64_t used = (int64_t)((len + 3) / 4);
        while (used > 1 && words[used - 1] == 0)
            used--;
        nprt_rng_mt_init_by_array(rng, words, used);
    }
    NprtRngError error = number && words ? NPRT_RNG_OK : NPRT_RNG_NO_MEMORY;
    free(number);
    free(words);
    return error;
}
