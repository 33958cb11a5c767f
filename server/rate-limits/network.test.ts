import { expect, test } from 'vitest';
import { ipv4Of, networkOf } from './network.ts';

test('an IPv6 subscriber is one network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(ipv4Of('::1')).toBeUndefined();
});

test.each([
  '198.51.100.7',
  '::ffff:198.51.100.7',
  '::FFFF:198.51.100.7',
  '::ffff:c633:6407',
  '::ffff:C633:6407',
  '0:0:0:0:0:ffff:c633:6407',
  '0000:0000::ffff:198.51.100.7',
])('an IPv4 subscriber is one network, however it is written: %s', (address) => {
  expect(networkOf(address)).toBe('198.51.100.7');
});

test('an IPv6 address that only ends like an IPv4 one is none', () => {
  expect(networkOf('64:ff9b::198.51.100.7')).toBe('64:ff9b:0:0');
  expect(networkOf('::ffff:0:c633:6407')).toBe('0:0:0:0');
});
