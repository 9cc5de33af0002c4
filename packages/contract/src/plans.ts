import { z } from 'zod';
import { EMOTION_LABELS, EMOTIONS, type EmotionLabel } from './emotions.ts';

/** What an account has now: `paid` is premium, also while a cancelled period runs out. */
export const subscriptionTypeSchema = z.enum(['free', 'paid']);
export type SubscriptionType = z.infer<typeof subscriptionTypeSchema>;

/** How a premium account is billed. */
export const subscriptionPlanSchema = z.enum(['monthly', 'yearly']);
export type SubscriptionPlan = z.infer<typeof subscriptionPlanSchema>;

export interface PlanLimits {
  /** Labels that may be rendered. */
  readonly emotions: readonly EmotionLabel[];
  /** Renders in a rolling window; null is without limit. Failed and cancelled ones don't count. */
  readonly rendersPerWindow: number | null;
  /** Length of that window, days. */
  readonly windowDays: number;
  /** Videos that may be kept in the account; null is without limit. */
  readonly savedVideos: number | null;
  /** Whether films may be downloaded as files. */
  readonly download: boolean;
  /** Renders that may wait or run at once. */
  readonly waitingRenders: number;
}

export const PLAN_LIMITS: Readonly<Record<SubscriptionType, PlanLimits>> = {
  free: {
    emotions: EMOTIONS.filter(({ free }) => free).map(({ label }) => label),
    rendersPerWindow: 3,
    windowDays: 7,
    savedVideos: 5,
    download: false,
    waitingRenders: 3,
  },
  paid: {
    emotions: EMOTION_LABELS,
    rendersPerWindow: null,
    windowDays: 7,
    savedVideos: null,
    download: true,
    waitingRenders: 6,
  },
};

export interface PlanPrice {
  /** What one billing period costs, US cents. */
  readonly amountCents: number;
  /** Months of one billing period. */
  readonly months: number;
  /** What that is for one month, US cents. */
  readonly perMonthCents: number;
  /** Heading of the payment summary. */
  readonly title: string;
  /** Total of the payment summary. */
  readonly total: string;
  /** 'Amount charged' of the subscription details. */
  readonly amountCharged: string;
}

export const PLAN_PRICES: Readonly<Record<SubscriptionPlan, PlanPrice>> = {
  monthly: {
    amountCents: 1500,
    months: 1,
    perMonthCents: 1500,
    title: 'Premium Subscription 1 Month',
    total: '$15/month',
    amountCharged: '$15.00',
  },
  yearly: {
    amountCents: 9600,
    months: 12,
    perMonthCents: 800,
    title: 'Premium Subscription 1 Year',
    total: '$96/year',
    amountCharged: '$8.00 per month, $96.00 billed yearly',
  },
};

/** What yearly billing saves against monthly billing, US cents a month. */
export const YEARLY_SAVING_CENTS =
  PLAN_PRICES.monthly.perMonthCents - PLAN_PRICES.yearly.perMonthCents;

/** Limits of one uploaded picture, which are the engine's; those of its pixels the engine judges alone. */
export const UPLOAD_LIMITS = { maxBytes: 20 * 1024 * 1024 } as const;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;
export const PASSWORD_TOO_SHORT = `Password should be at least ${MIN_PASSWORD_LENGTH} characters`;
export const PASSWORD_TOO_LONG = `Password should be at most ${MAX_PASSWORD_LENGTH} characters`;

/** How long films that are not saved are kept, hours. */
export const UNSAVED_RENDER_HOURS = 24;

/** File names under which a film is downloaded. */
export const DOWNLOAD_NAMES = {
  render: 'animated-video.mp4',
  video: 'AI_Face_Animation.mp4',
} as const;
