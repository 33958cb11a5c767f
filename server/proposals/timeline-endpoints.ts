import { z } from 'zod';
import { timelineEvent } from '#domain/proposals/timeline-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { getTimeline } from './timeline-service.ts';

export const timeline = endpoint(
  { summary: "Get a proposal's timeline", answer: z.array(timelineEvent) },
  async (context: UserContext, { params }) => {
    const events = await getTimeline(context, params.id!);
    return listed(events, events.length);
  },
);
