import type { LoaderFunctionArgs } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import type { Question } from '#domain/questions/schema.ts';
import { clientFor } from '#app/render-context.ts';

/** A program with its live questions; undefined if there is none, or it asks none. */
export async function readAsking(
  context: LoaderFunctionArgs['context'],
  request: Request,
  id: string | undefined,
): Promise<{ program: Program; questions: Question[] } | undefined> {
  const program = await clientFor(context, request)
    .getProgram(id ?? '')
    .catch((error: { status?: number }) => {
      if (error.status === 404) return undefined;
      throw error;
    });
  const questions = program?.questions?.filter(({ is_retired }) => !is_retired) ?? [];
  return program && questions.length > 0 ? { program, questions } : undefined;
}
