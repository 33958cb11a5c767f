import { team, teamPage, type Member } from '#content/about/our-team.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { PORTRAIT_STYLES } from '#app/brand/portrait-styles.ts';
import { Portrait } from '#app/brand/portrait.tsx';
import shared from '#app/shell/public/public-page.module.css';
import dialog from '#app/ui/dialog.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import type { Route } from './+types/our-team';
import css from './our-team.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.team, matches);

export default function OurTeam() {
  return (
    <div className={shared.page}>
      <div className={shared.head}>
        <h1>{pages.team.title}</h1>
        <p className={shared.lead}>{teamPage.lead}</p>
      </div>
      <ul className={css.team}>
        {team.map((member) => (
          <li key={member.id}>
            {PORTRAIT_STYLES[member.id] && (
              <Portrait style={PORTRAIT_STYLES[member.id]!} className={css.portrait} />
            )}
            <h2>{member.name}</h2>
            <p className={css.role}>{member.role}</p>
            <p className={`${css.short} note`}>{member.short}</p>
            <a
              id={`read-${member.id}`}
              href={`#${member.id}`}
              data-dialog=""
              aria-haspopup="dialog"
            >
              {teamPage.readMore}{' '}
              <VisuallyHidden>{teamPage.readMoreOf(member.role)}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
      {team.map((member) => (
        <Bio key={member.id} member={member} />
      ))}
    </div>
  );
}

/**
 * Without script, the link's target opens in place (:target); with script, as a modal. Its close
 * link leads back to the link that opened it: the browser itself moves the focus there, and may do
 * so after the script has.
 */
function Bio({ member: { id, name, role, bio } }: { member: Member }) {
  return (
    <dialog id={id} className={`${dialog.dialog} ${css.bio}`} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{name}</h2>
      <p className={css.role}>{role}</p>
      {bio.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div className={`${dialog.actions} row`}>
        <LinkButton href={`#read-${id}`} variant="secondary" data-close="">
          {teamPage.close}
        </LinkButton>
      </div>
    </dialog>
  );
}
