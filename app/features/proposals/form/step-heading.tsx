import { useEffect, useRef } from 'react';

type Props = { title: string; isCurrent: boolean; className: string | undefined };

/** Of one step of a form; takes the focus when its step is opened. */
export function StepHeading({ title, isCurrent, className }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) ref.current?.focus();
    wasCurrent.current = isCurrent;
  }, [isCurrent]);
  return (
    <h2 ref={ref} tabIndex={-1} className={className}>
      {title}
    </h2>
  );
}
