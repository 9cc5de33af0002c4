import { expect, test } from 'vitest';
import { clientAddressOf, clientNetworkOf } from './client-address.ts';

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

test('the port that some proxies write behind the address is left out', () => {
  expect(clientAddressOf('10.0.0.1', '203.0.113.5:51234', 1)).toBe('203.0.113.5');
  expect(clientAddressOf('10.0.0.1', '[2001:db8::5]:51234', 1)).toBe('2001:db8::5');
  expect(clientAddressOf('10.0.0.1', '[2001:db8::5]', 1)).toBe('2001:db8::5');
  expect(clientAddressOf('10.0.0.1', '2001:db8::5', 1)).toBe('2001:db8::5');
  expect(clientAddressOf('10.0.0.1', '1.2.3:4', 1)).toBe('10.0.0.1');
});

test('all addresses of an IPv6 connection are one client, however they are written', () => {
  const same = ['2001:db8:0:7::1', '2001:db8:0:7:a:b:c:d', '2001:0DB8::7:0:0:0:2'];
  expect(new Set(same.map(clientNetworkOf))).toEqual(new Set(['2001:db8:0:7::/64']));
  expect(clientNetworkOf('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64');
  expect(clientNetworkOf('::1')).toBe('0:0:0:0::/64');
  expect(clientNetworkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  for (const address of ['203.0.113.5', '::ffff:203.0.113.5', '0:0:0:0:0:FFFF:cb00:7105']) {
    expect(clientNetworkOf(address)).toBe('203.0.113.5');
  }
  expect(clientNetworkOf('unknown')).toBe('unknown');
});
