import { describe, expect, it } from 'vitest';
import {
  FILM_OPTIONS,
  filmSettings,
  parseEmotions,
  parseOptions,
  UsageError,
  userPath,
} from './arguments.ts';
import { createProgressBar } from './progress-bar.ts';

describe('parseEmotions', () => {
  it('knows names, labels and all', () => {
    expect(parseEmotions('Happy')).toEqual([0]);
    expect(parseEmotions('disgust')).toEqual([5]);
    expect(parseEmotions('3')).toEqual([3]);
    expect(parseEmotions('all')).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each(['bored', '6', '-1', '0.0', ''])('refuses "%s" and lists the names', (text) => {
    expect(() => parseEmotions(text)).toThrow(/happy, angry, sad, surprise, fear, disgust/);
  });
});

describe('filmSettings', () => {
  it('reads numbers and points', () => {
    expect(
      filmSettings({
        intensity: '0.5',
        fps: '25',
        take: '2',
        points: '1,2, 3.5,4,5,6',
        loop: false,
      }),
    ).toMatchObject({
      intensity01: 0.5,
      frameRateHz: 25,
      take: 2,
      points: [1, 2, 3.5, 4, 5, 6],
      loop: false,
      seconds: undefined,
    });
  });

  it.each([
    [{ size: 'big' }, /--size needs a number, not "big"/],
    [{ seed: '' }, /--seed/],
    [{ take: 'two' }, /--take needs a number, not "two"/],
    [{ points: '1,2,3' }, /six numbers/],
    [{ points: '1,2,,4,5,6' }, /six numbers/],
  ])('refuses %o as a usage error', (values, message) => {
    expect(() => filmSettings(values)).toThrow(UsageError);
    expect(() => filmSettings(values)).toThrow(message);
  });
});

describe('parseOptions', () => {
  it('turns complaints into one line', () => {
    const parse = () => parseOptions({ args: ['--nope'], options: {}, allowPositionals: true });
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/^[^\n]*--nope[^\n]*$/);
  });

  it.each([
    [['--intensity', '-1'], '"-1" could be an option. If it is the value, write --intensity=-1'],
    [['--seed', '3', '--intensity', '--still-head'], '"--still-head" could be an option.'],
    [['--still-head', '--intensity'], '--intensity needs a value after it.'],
  ])('says how a value is given: %j', (args, message) => {
    const parse = () => parseOptions({ args, options: FILM_OPTIONS });
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });

  it('takes the value that it asks for', () => {
    const { values } = parseOptions({ args: ['--intensity=-1'], options: FILM_OPTIONS });
    expect(values.intensity).toBe('-1');
  });
});

describe('userPath', () => {
  it('starts where npm was called', () => {
    expect(userPath('a/b.png', { INIT_CWD: '/home/ann' })).toBe('/home/ann/a/b.png');
    expect(userPath('/tmp/b.png', { INIT_CWD: '/home/ann' })).toBe('/tmp/b.png');
  });
});

describe('createProgressBar', () => {
  const record = (isTTY: boolean) => {
    const written: string[] = [];
    const bar = createProgressBar({ isTTY, write: (text) => written.push(text) });
    bar.show({ stage: 'reading', framesDone: 0, framesTotal: 0 });
    bar.begin('sad');
    bar.show({ stage: 'rendering', framesDone: 30, framesTotal: 60 });
    bar.clear();
    bar.clear();
    return written.join('');
  };

  it('draws one line on a terminal and erases it at the end', () => {
    const text = record(true);
    expect(text).toContain('Reading the picture…');
    expect(text).toContain('sad: Drawing the film');
    expect(text).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 30/60`);
    expect(text).not.toContain('\n');
    expect(text.endsWith('\r\u001b[2K')).toBe(true);
    expect(text.match(/\[2K/g)).toHaveLength(3);
  });

  it('is silent elsewhere', () => {
    expect(record(false)).toBe('');
  });
});
