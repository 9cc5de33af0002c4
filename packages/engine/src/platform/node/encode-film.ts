import { realpath, rename, rm, stat } from 'node:fs/promises';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_CENTER,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
} from 'node-av/lib';
import type { FrameSink } from '../../video/frame-sink.ts';
import { X264_INSTRUCTIONS } from './x264-cpu.ts';

/** See docs/decisions/0020-x264-settings.md for how these were chosen. */
const X264_PRESET = 'fast';
const X264_CRF = 17;
/** Frames; each costs x264 some 7 MB at 1080². */
const X264_LOOKAHEAD = 16;
/** Seconds between key frames, so that seeking is quick. */
const KEY_FRAME_SECONDS = 2;

// x264 reports its settings for every film; only errors matter here.
Log.setLevel(AV_LOG_ERROR);

/**
 * Opens an H.264 film for writing: mp4 with its index in front (faststart), yuv420p, BT.709 in
 * limited range and tagged so. The file appears at `path` (or where a link of that name leads) when
 * it is finished, never in part. Memory does not grow with the film's length.
 *
 * @param size even numbers of pixels
 * @param frameRateHz whole frames per second
 * @throws Error when FFmpeg refuses, the folder cannot be written, or a device has that name
 */
export async function openFilm(
  path: string,
  options: { readonly widthPx: number; readonly heightPx: number; readonly frameRateHz: number },
): Promise<FrameSink> {
  const place = await placeOf(path);
  const partPath = `${place}.part`;
  const encoder = openEncoder(options);
  const output = await openOutput(partPath, encoder).catch(async (error: unknown) => {
    encoder.freeContext();
    await rm(partPath, { force: true });
    throw error;
  });
  const frame = createFrame(options);
  // `fromBuffer` only points the frame at these bytes; x264 copies them in `sendFrame`.
  const bytes = Buffer.alloc((options.widthPx * options.heightPx * 3) / 2);
  const packet = new Packet();
  packet.alloc();
  const stream = output.streams[0]!;
  let open = true;
  let inPlace = false;
  let working: Promise<void> = Promise.resolve();

  const writePackets = (): void => {
    for (;;) {
      const result = encoder.receivePacketSync(packet);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
      FFmpegError.throwIfError(result, 'receivePacket');
      packet.streamIndex = 0;
      packet.duration = 1n;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      FFmpegError.throwIfError(output.interleavedWriteFrameSync(packet), 'writeFrame');
    }
  };
  const close = async (): Promise<void> => {
    open = false;
    await output.closeOutput();
    output.freeContext();
    encoder.freeContext();
    frame.free();
    packet.free();
  };

  return {
    push(i420, index) {
      // The caller waits for one frame before it pushes the next, so that these bytes are free.
      const encode = async (): Promise<void> => {
        bytes.set(i420);
        FFmpegError.throwIfError(frame.fromBuffer(bytes), 'fromBuffer');
        frame.pts = BigInt(index);
        FFmpegError.throwIfError(await encoder.sendFrame(frame), 'sendFrame');
        writePackets();
      };
      working = encode();
      return working;
    },
    async finish() {
      FFmpegError.throwIfError(await encoder.sendFrame(null), 'sendFrame');
      writePackets();
      FFmpegError.throwIfError(await output.writeTrailer(), 'writeTrailer');
      await close();
      await rename(partPath, place);
      inPlace = true;
    },
    async abort() {
      if (inPlace) return;
      if (open) {
        // The encoder must not be freed under a frame that it is working on.
        await working.catch(() => {});
        await close();
      }
      await rm(partPath, { force: true });
    },
  };
}

/** Where the finished film is put: renaming would take the place of a link, and of a device for good. */
async function placeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) {
    throw new Error(`A film needs a file, and ${path} is a device or the like.`);
  }
  return found ? realpath(path) : path;
}

function openEncoder(options: {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frameRateHz: number;
}): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (!codec) throw new Error('This build of FFmpeg has no x264 encoder.');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = options.widthPx;
  encoder.height = options.heightPx;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, options.frameRateHz);
  encoder.framerate = new Rational(options.frameRateHz, 1);
  encoder.gopSize = KEY_FRAME_SECONDS * options.frameRateHz;
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
  encoder.colorSpace = AVCOL_SPC_BT709;
  encoder.chromaLocation = AVCHROMA_LOC_CENTER;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // Not as a Dictionary to open2Sync: node-av 6.1.1 then frees the dictionary twice.
  FFmpegError.throwIfError(encoder.setOption('preset', X264_PRESET), 'preset');
  FFmpegError.throwIfError(encoder.setOption('crf', X264_CRF), 'crf');
  FFmpegError.throwIfError(encoder.setOption('rc-lookahead', X264_LOOKAHEAD), 'rc-lookahead');
  if (X264_INSTRUCTIONS) {
    const parameters = `asm=${X264_INSTRUCTIONS}`;
    FFmpegError.throwIfError(encoder.setOption('x264-params', parameters), 'asm');
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'open x264');
  return encoder;
}

async function openOutput(path: string, encoder: CodecContext): Promise<FormatContext> {
  const output = new FormatContext();
  try {
    FFmpegError.throwIfError(output.allocOutputContext2(null, 'mp4', path), 'allocOutputContext');
    // No name and version of the muxer in the file: the same film is the same bytes.
    output.setFlags(AVFMT_FLAG_BITEXACT);
    const stream = output.newStream(null);
    stream.timeBase = encoder.timeBase;
    stream.avgFrameRate = encoder.framerate;
    FFmpegError.throwIfError(stream.codecpar.fromContext(encoder), 'fromContext');
    FFmpegError.throwIfError(await output.openOutput(), `open ${path}`);
    FFmpegError.throwIfError(output.setOption('movflags', '+faststart'), 'movflags');
    FFmpegError.throwIfError(await output.writeHeader(), 'writeHeader');
    return output;
  } catch (error) {
    await output.closeOutput();
    output.freeContext();
    throw error;
  }
}

function createFrame(size: { readonly widthPx: number; readonly heightPx: number }): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = size.widthPx;
  frame.height = size.heightPx;
  // Without the tags on every frame Chromium guesses the colours from the size.
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.chromaLocation = AVCHROMA_LOC_CENTER;
  return frame;
}
