/**
 * The test vectors of the W3C's Web Authentication Level 3, section 16: keys and signatures from an independent
 * source.
 */
import { expect, it } from 'vitest';
import {
  type ApprovalKey,
  type Assertion,
  findAssertionProblem,
  parseApprovalPublicKey,
} from './assertion.ts';

interface Vector {
  name: string;
  publicKey: string;
  challenge: string;
  assertion: Assertion;
  /** Null: the assertion is valid. The vectors' flags are arbitrary. */
  problem: string | null;
}

const VECTORS: Vector[] = [
  {
    name: 'none-es256',
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEr--hb5fKmy0j64bMtkCY0g25CFYGLrJJwzqbZy8m32GTCla4ei_KZjNLA0WKv4eXF8Esxo7XMpCvLiZkeWuSIA',
    challenge: 'OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag',
    assertion: {
      key: '-R85HbTJsv3g6nAYnLo_tj9Xm6YSKzOtlP8-wzAIS-Q',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUZAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiT2NEblVoUVh1bFRVUG8zSlVYVDBJOTdwdnp6WUJQOXRaY2hYeWF2MDFBZyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
      signature:
        'MEYCIQD1Ck4uRAkknEqFO6NhKC8JhB303UVHoTqHeAIY3v_NOAIhAISArA8Lk1OBdPV1vxGh3V14xuSGAT-TcpXqE2U-Mx6H',
    },
    problem: 'the key did not verify its user',
  },
  {
    name: 'none-es256-crossOrigin',
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIiAKRz-QsRB4hRVQ0DtORKInn4xOyiezFT3t_gPk6X3L0L6V50atb1qBkb4RdW5MBCDnL2W0ZtObxWuLEjqcbg',
    challenge: 'h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc',
    assertion: {
      key: 'bhBQwNLKLwfHVcssZqdMZPpDBlwY-Tg1TZkV2yvVzlc',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUFAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiaDJxbEY3cURfZTVsX1BfYnlreUU3cTVkVlBnRUdoX0lYSmtlVzdzbk1UYyIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6dHJ1ZSwiZXh0cmFEYXRhIjoiY2xpZW50RGF0YUpTT04gbWF5IGJlIGV4dGVuZGVkIHdpdGggYWRkaXRpb25hbCBmaWVsZHMgaW4gdGhlIGZ1dHVyZSwgc3VjaCBhcyB0aGlzOiA5MnBjVFZEMEFieS1xNGR0bWo2ZWZnIn0',
      signature:
        'MEYCIQDrEvzyOxJ2TA8SLiI3H6uS4oOHn9eY847hhByVG25A5wIhAMdiN_-dt3s8VvMIN82moJrPoukVVE5gnAczsRhANtHP',
    },
    problem: 'from within another page',
  },
  {
    name: 'none-es256-topOrigin',
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEocR8HYLaTr6CzXIgcQKzgGcHAZk7w1OYri5XJkJ_4B2GwQgNgphwKMf1TssbARhd4kOzWSlKDtIQzUdIDwrciA',
    challenge: '1UpcjKS2Ko47syHjsrxzhW-FoQFQ2yk5rBlXOeseoGY',
    assertion: {
      key: 'uK1ZuZYEerGOLOtXIGw2LaV0WHk0gfSo6_EBx8p8wPE',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUFAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiMVVwY2pLUzJLbzQ3c3lIanNyeHpoVy1Gb1FGUTJ5azVyQmxYT2VzZW9HWSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6dHJ1ZSwidG9wT3JpZ2luIjoiaHR0cHM6Ly9leGFtcGxlLmNvbSIsImV4dHJhRGF0YSI6ImNsaWVudERhdGFKU09OIG1heSBiZSBleHRlbmRlZCB3aXRoIGFkZGl0aW9uYWwgZmllbGRzIGluIHRoZSBmdXR1cmUsIHN1Y2ggYXMgdGhpczogVWlGb0pNVlJRSERBRldGaTR2eFVwUSJ9',
      signature:
        'MEUCIQC1pwyBeA1fzJpPKunKrpkFj4rMr1i5H7WTKWRsKKxv_AIgEuEBwWXbPI6ZV_DFTdbKm1a8O9LygL0vqmwdAsblwXE',
    },
    problem: 'from within another page',
  },
  {
    name: 'packed-es256',
    publicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHPJ_JdpZEgikI5wuMk8QT1hVJUeaKe3u3YMPSOd66uVZ5LfabAEG4gbOOQyTq5ihWl7DiH5X8Mwr7OgDuSDEIw',
    challenge: 'sRBvpGpXvvF4FRHAVX3ImKA0E9Xw8X0kRjDBlMfhrbU',
    assertion: {
      key: 'yab1s0YtAoc_6gxWhiI0-Z8IFygITlEbt3YCAaiQVKU',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUNAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoic1JCdnBHcFh2dkY0RlJIQVZYM0ltS0EwRTlYdzhYMGtSakRCbE1maHJiVSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2UsImV4dHJhRGF0YSI6ImNsaWVudERhdGFKU09OIG1heSBiZSBleHRlbmRlZCB3aXRoIGFkZGl0aW9uYWwgZmllbGRzIGluIHRoZSBmdXR1cmUsIHN1Y2ggYXMgdGhpczogQVpNd3lNeEliRDgtdWd1Rk5wNnI4USJ9',
      signature:
        'MEUCIGlJadPuko3m8C7yOpxkTX13mRZFFzSpS0MlQvSYoevpAiEAiwgZyCQhipcVLNCZxVv7FHeynZAKSaZAGDFPm_zNoWM',
    },
    problem: null,
  },
  {
    name: 'packed-rs256',
    publicKey:
      'MIIB1TANBgkqhkiG9w0BAQEFAAOCAcIAMIIBvQKCAbQD____________________________________________________________________________________________________________________________________________________________________________________________________________________9_________________________________________________________________________________________________________________________________________________________-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgMBAAE',
    challenge: 'KV9Z9fqP5ixayp4nYmx4yNo3aubYzS3SmuutYB4bxMU',
    assertion: {
      key: 'mSoYrMg_Z1M2AMETiktMS9I23hNinPAl7RfLALALdN8',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUZAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiS1Y5WjlmcVA1aXhheXA0bllteDR5Tm8zYXViWXpTM1NtdXV0WUI0YnhNVSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
      signature:
        'AQY9UtfDm01DL8cGPF2T5YK9yxaInNcfiI1n2IDqcwpChJjTvI4e4R8rHsvmwpKxGMVf-q3e-oytClTdE3xR8e7Gc_G7bE0XidaCaiIrItD1hfyQH9yTMhLledGZuJ1nKqRIkTM-ahNVU2Al6CslWQJWw1OCKbVXNwg7L2uTd-SeJHLxGVL3n90NoYC1_9kBtASajwgbtAcRvvdsYq7ZQ1cfLQV1MEy1SdaNiJL5UIajD5Nxau6Bj43AbpbA1eDtTPqf2Hc9kEZLaM8UD3mGZm_5yeMwKs0FNdYNdp9GXiq1fviqvIn8z-97oypkFUqLPSa-Ipj0cLjMU3fb49_UsLRfjwHmO95s_Ha2J3H5twqifPQBUsrZOqWs14T9S5D2duLqgo0L8kAK67quQVPlg49Tf4i2IoNGeCqTqJm-Zux33kWz788xHaYyHJLmsM0Rv-ZTvz6YzujjQfAtZ9u2-cmNnoF4CQz7W3D7xtVBWZrHlK4vHU3hKG7I3owtr3sdFchDjpDZJN9cGQRSIKTIQ4wbl5u-AWzz0O7sI8OZnUiCzGRbd23pMHVmEs3G3TmBYP8Cpg',
    },
    problem: 'the key did not verify its user',
  },
  {
    name: 'packed-eddsa',
    publicKey: 'MCowBQYDK2VwAyEAROBt3TMcNqjcZnurUryuY0hskWql4znmrOuqhJNL-DI',
    challenge: 'iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I',
    assertion: {
      key: 'zp-EDtllmVgM0UD7x7syMGM_UPYQQa_3Mwiuccqoor0',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUBAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiaVZsWDRCeGpPbW1EU0tMWW94cFV0OXNuNk1IRU95Q0ExNXJpR1FKbnY5SSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
      signature: '9cWcfkbDT2-MwZcQHd-ZNPollfaOsZE6Y36EGeubpM_fxI-FOTvA1AsBHw1v7LCX1mB1JXEyI6DcDUU5k9rgCw',
    },
    problem: 'the key did not verify its user',
  },
  {
    name: 'packed-es384',
    publicKey:
      'MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAESGa9iwHaeJ6euAbl6rBa5aY4VCKWqwV6Lxu86bWPigi5FxOQtYo3rH__wsX0WFfaKgsCTH9LcgcqH5a9MKcmGq6Vcd05hw6ynlXAlBxrCOiWKaHqEhaqZM5XwoB785Aa',
    challenge: '_0HD0l29iWb7YeKO9eRwQeE37SaFIEEtdiAroK0tFFM',
    assertion: {
      key: 'lTri3Z8osaHVgCyD4fZYM7uXaaCN6C2BK8J8E_xvBqk',
      authenticatorData: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUNAAAAAA',
      clientDataJSON:
        'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiXzBIRDBsMjlpV2I3WWVLTzllUndRZUUzN1NhRklFRXRkaUFyb0swdEZGTSIsIm9yaWdpbiI6Imh0dHBzOi8vZXhhbXBsZS5vcmciLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
      signature:
        'MGUCMQDk77tGdF7QDmfE1Rqyusqyr2L_qLfF_s7G19m_JYInUDSnE6PdcxaF7uga369qpj8CMBYWVTU_B-AYo8JTn43nyMTPiNTDLSvin-Tnb6CW7MlFi7_giV1XEpqzJBMObwaS2w',
    },
    problem: 'the signature does not hold',
  },
];

const keyOf = ({ publicKey, assertion }: Vector): ApprovalKey => ({
  id: assertion.key,
  publicKey,
  origin: 'https://example.org',
  staffId: '',
  name: '',
  second: true,
});

it.each(VECTORS)('$name: $problem', (vector) => {
  expect(findAssertionProblem(keyOf(vector), vector.challenge, vector.assertion)).toBe(vector.problem);
});

const whole = VECTORS.find(({ problem }) => problem === null) as Vector;

it('an assertion is invalid after any change of any of its parts', () => {
  const key = keyOf(whole);
  for (const part of ['authenticatorData', 'clientDataJSON', 'signature'] as const) {
    const bytes = Buffer.from(whole.assertion[part], 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 0x40;
      const changedAssertion = { ...whole.assertion, [part]: altered.toString('base64url') };
      expect(findAssertionProblem(key, whole.challenge, changedAssertion)).not.toBeNull();
    }
    expect(findAssertionProblem(key, whole.challenge, { ...whole.assertion, [part]: '' })).not.toBeNull();
  }
  expect(findAssertionProblem(key, `${whole.challenge}A`, whole.assertion)).toBe('another challenge');
  expect(
    findAssertionProblem({ ...key, origin: 'https://example.com' }, whole.challenge, whole.assertion),
  ).toBe('another origin');
  const other = VECTORS.find(({ name }) => name === 'none-es256') as Vector;
  expect(findAssertionProblem({ ...key, publicKey: other.publicKey }, whole.challenge, whole.assertion)).toBe(
    'the signature does not hold',
  );
});

it('accepts ES256, EdDSA and RS256 keys, and no others', () => {
  const kinds = VECTORS.map(({ publicKey }) => {
    try {
      return parseApprovalPublicKey(publicKey).asymmetricKeyType;
    } catch {
      return null;
    }
  });
  expect(kinds).toEqual(['ec', 'ec', 'ec', 'ec', 'rsa', 'ed25519', null]);
});
