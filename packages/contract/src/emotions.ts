import { z } from 'zod';

/** The label of an emotion, as every call carries it. */
export const EMOTION_LABELS = [0, 1, 2, 3, 4, 5] as const;
export type EmotionLabel = (typeof EMOTION_LABELS)[number];

/** The machine name of an emotion, as the command line spells it: the engine's in lower case. */
export const EMOTION_NAMES = ['happy', 'angry', 'sad', 'surprise', 'fear', 'disgust'] as const;
export type EmotionName = (typeof EMOTION_NAMES)[number];

export interface Emotion {
  readonly label: EmotionLabel;
  readonly name: EmotionName;
  /** What a user reads. */
  readonly title: string;
  /** What a face is that shows it, within a sentence. */
  readonly adjective: string;
  /** Whether an account without a subscription may choose it. */
  readonly free: boolean;
}

/** The six emotions, in the order of their labels. */
export const EMOTIONS: readonly Emotion[] = [
  { label: 0, name: 'happy', title: 'Happy', adjective: 'happy', free: true },
  { label: 1, name: 'angry', title: 'Angry', adjective: 'angry', free: true },
  { label: 2, name: 'sad', title: 'Sad', adjective: 'sad', free: true },
  { label: 3, name: 'surprise', title: 'Surprise', adjective: 'surprised', free: false },
  { label: 4, name: 'fear', title: 'Fear', adjective: 'frightened', free: false },
  { label: 5, name: 'disgust', title: 'Disgust', adjective: 'disgusted', free: false },
];

/** Gives the emotion of a label. Every label of the type has one. */
export function emotionOf(label: EmotionLabel): Emotion {
  return EMOTIONS[label] as Emotion;
}

/**
 * What a film is called: 'Happy', and from its second take on (number 1) 'Happy, take 2'. A saved
 * video has the same title until it is renamed. It names no day: which one it was depends on where
 * somebody reads it, and who opens a shared link may be anywhere.
 */
export function filmTitle({ label, take }: { label: EmotionLabel; take: number }): string {
  const { title } = emotionOf(label);
  return take === 0 ? title : `${title}, take ${take + 1}`;
}

/** A label in JSON. */
export const emotionLabelSchema = z.literal(EMOTION_LABELS);

/** A label in a form field, where numbers arrive as text: exactly one digit 0-5. */
export const emotionLabelTextSchema = z
  .string()
  .regex(/^[0-5]$/, 'label must be a digit from 0 to 5')
  .transform((text) => Number(text) as EmotionLabel);
