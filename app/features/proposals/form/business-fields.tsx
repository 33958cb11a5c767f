import { LENGTHS } from '#domain/constants.ts';
import { RichTextField } from '#app/editing/rich-text/rich-text-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { proposalLabels } from '../labels.ts';

export type BusinessValues = Partial<
  Record<
    'business_name' | 'business_location' | 'business_website' | 'business_description',
    string
  >
>;

type Props = {
  start: BusinessValues;
  sector: string;
  /** Whether this field can be changed: all of them, unless only some were asked for. */
  isShown?: (name: string) => boolean;
};

const all = (): boolean => true;

/** The answers of a proposal; the sector comes from the program. */
export function BusinessFields({ start, sector, isShown = all }: Props) {
  return (
    <>
      {isShown('business_name') && (
        <TextField
          label={proposalLabels.businessName}
          name="business_name"
          autoComplete="organization"
          maxLength={LENGTHS.title}
          defaultValue={start.business_name}
        />
      )}
      {isShown('business_location') && (
        <TextField
          label={proposalLabels.location}
          name="business_location"
          hint={proposalLabels.locationHint}
          maxLength={LENGTHS.place}
          defaultValue={start.business_location}
        />
      )}
      {isShown('business_sector') && (
        <TextField
          label={proposalLabels.sector}
          name="business_sector"
          hint={proposalLabels.sectorHint}
          value={sector}
          readOnly
          isOptional={false}
          aria-required={undefined}
        />
      )}
      {isShown('business_website') && (
        <TextField
          label={proposalLabels.website}
          name="business_website"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="url"
          placeholder="https://"
          maxLength={LENGTHS.website}
          isOptional
          defaultValue={start.business_website}
        />
      )}
      {isShown('business_description') && (
        <RichTextField
          label={proposalLabels.description}
          name="business_description"
          hint={proposalLabels.descriptionHint}
          isOptional
          defaultValue={start.business_description}
        />
      )}
    </>
  );
}
