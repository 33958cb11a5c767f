import { data } from 'react-router';
import { QUESTIONS } from '#domain/questions/rules.ts';
import type { Question } from '#domain/questions/schema.ts';
import { programsPage } from '#content/programs.ts';
import { questionsPage } from '#content/questions.ts';
import { choicesOf } from '#app/features/questions/choice-labels.ts';
import { describeCondition, describeLimits } from '#app/features/questions/sheet-labels.ts';
import { readAsking } from '#app/features/questions/read-asking.ts';
import { paths } from '#app/paths.ts';
import { describePage } from '#app/seo/describe-page.ts';
import type { PageHandle } from '#app/page-handle.ts';
import type { Refusal } from '#app/shell/describe-error.ts';
import shared from '#app/shell/public/public-page.module.css';
import { PlainText } from '#app/ui/plain-text.tsx';
import type { Route } from './+types/program-questions';
import css from './program-questions.module.css';

export const handle: PageHandle = {
  subject: { kind: 'program', param: 'id', absentAt: paths.programQuestions({ id: '-' }) },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { id, title } = loaderData.program;
  return describePage(
    {
      path: paths.programQuestions({ id }),
      title: questionsPage.titleOf(title),
      description: questionsPage.describe(title),
    },
    matches,
  );
};

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const found = await readAsking(context, request, params.id);
  if (!found) throw data<Refusal>({ sentence: questionsPage.nothing }, { status: 404 });
  return found;
}

/** …/programs/{id}/questions: every question of a program, on one sheet to print. */
export default function ProgramQuestions({
  loaderData: { program, questions },
}: Route.ComponentProps) {
  return (
    <article className={shared.page}>
      <div className={shared.head}>
        <p className={css.program}>{program.title}</p>
        <h1 tabIndex={-1}>{questionsPage.title}</h1>
        <p className={shared.lead}>{questionsPage.lead}</p>
      </div>
      <h2>{questionsPage.count(questions.length)}</h2>
      <ol className={css.sheet}>
        {questions.map((question) => (
          <Sheet key={question.id} question={question} questions={questions} />
        ))}
      </ol>
      <section className={css.always}>
        <h2>{questionsPage.always}</h2>
        <ul>
          {programsPage.prepare.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <p className={`${shared.actions} row`}>
        <a className="onward no-print" href={paths.publicProgram({ id: program.id })}>
          {questionsPage.back}
        </a>
      </p>
    </article>
  );
}

/** Letters on a handwritten line. */
const WIDTH = 75;
const MOST_LINES = 30;

/** As many lines as the longest answer needs. */
const linesFor = ({ kind, max_length }: Question): number =>
  kind === 'long_text'
    ? Math.min(MOST_LINES, Math.ceil((max_length ?? QUESTIONS.longText) / WIDTH))
    : 1;

/** One question, with all that its answer has to fit. */
function Sheet({ question, questions }: { question: Question; questions: readonly Question[] }) {
  const { label, help, is_required } = question;
  const condition = describeCondition(question, questions);
  const choices = choicesOf(question);
  const isWritten = choices.length === 0;
  return (
    <li className={css.question}>
      <h3>{label}</h3>
      {condition && <p className={css.condition}>{condition}</p>}
      {help && <PlainText>{help}</PlainText>}
      <p className="note">
        {is_required ? questionsPage.required : questionsPage.optional}. {describeLimits(question)}.
      </p>
      {isWritten ? (
        <div>
          {Array.from({ length: linesFor(question) }, (_, line) => (
            <div key={line} className={css.line} />
          ))}
        </div>
      ) : (
        <ul className={css.choices}>
          {choices.map(({ value, label: choice }) => (
            <li key={value}>{choice}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
