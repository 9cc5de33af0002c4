import { expect, test } from 'vitest';
import { clientAddressOf } from './client-address.ts';

test('without proxies of ours the header is a mere claim', () => {
  expect(clientAddressOf('203.0.113.5', '1.2.3.4', 0)).toBe('203.0.113.5');
});

test('behind proxies the entry of the outermost one counts, not what the client claims', () => {
  expect(clientAddressOf('10.0.0.1', '6.6.6.6, 203.0.113.5', 1)).toBe('203.0.113.5');
  expect(clientAddressOf('10.0.0.1', '6.6.6.6, 203.0.113.5, 10.0.0.2', 2)).toBe('203.0.113.5');
});

test('what is no address falls back to the socket, and mapped IPv4 reads as IPv4', () => {
  expect(clientAddressOf('::ffff:10.0.0.1', 'evil\r\nx', 1)).toBe('10.0.0.1');
  expect(clientAddressOf('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
});
