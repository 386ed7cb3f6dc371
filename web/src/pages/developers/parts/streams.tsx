import { STREAM_CLOSES, type StreamClose } from '@sarraf/domain';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../../ui/feedback/prose-skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import css from '../developers.module.css';
import { STREAM } from '../examples.ts';
import { type StreamDocument, streamDocumentQuery, useTermsQuery } from '../queries.ts';
import { Definitions, Section, useSay } from '../section.tsx';

/** Path of the connection itself, which the document describes as `/` of its server. */
const STREAM_PATH = '/api/stream';
const RULES = ['snapshot', 'numbers', 'resume', 'checksum', 'ping'] as const;

/** The WebSocket connection for all updates. */
export function Streams() {
  const t = useTranslations('developers');
  const say = useSay();
  const { digits } = useFormat();
  const document = useQuery(streamDocumentQuery);
  const { data } = useQuery(useTermsQuery());
  return (
    <>
      <Section id="connect" title={t('streams.connect')}>
        <p>{say('streams.connectText')}</p>
        <CodeBlock name="stream.ts" text={STREAM} copy={t('copy')} />
        {data && (
          <p>
            {say('streams.bounds', {
              channels: digits(data.baseDTO.channels),
              streams: digits(data.baseDTO.streams),
            })}
          </p>
        )}
      </Section>
      <Section id="rules" title={t('streams.rules')}>
        <Definitions
          of={RULES.map((rule) => ({
            name: t(`streams.rule.${rule}.name`),
            text: say(`streams.rule.${rule}.text`),
            code: false,
          }))}
        />
      </Section>
      <Section id="channels" title={t('streams.channels')}>
        <p>{say('streams.channelsText')}</p>
        <QueryBoundary query={document} skeleton={<ProseSkeleton paragraphs={3} />}>
          {(of) => <Channels of={of} />}
        </QueryBoundary>
      </Section>
      <Section id="closes" title={t('streams.closes')}>
        <Definitions
          of={(Object.keys(STREAM_CLOSES) as StreamClose[]).map((reason) => ({
            name: `${STREAM_CLOSES[reason]} ${reason}`,
            text: t(`streams.close.${reason}`),
          }))}
        />
      </Section>
    </>
  );
}

/** Each channel of the document, with its messages. */
function Channels({ of: { channels, components } }: { of: StreamDocument }) {
  const t = useTranslations('developers');
  return (
    <Card padding="flush" className={css.table}>
      {Object.entries(channels).map(([key, { address, description, messages }]) => {
        const messageKey = `streams.channel.${key}` as 'streams.channel.prices';
        return (
          <details key={key} className={css.channel}>
            <summary>
              <code className={css.inline}>{key === 'connection' ? STREAM_PATH : address}</code>
              <span>{t.has(messageKey) ? t(messageKey) : description}</span>
              <IconChevronDown size={18} aria-hidden />
            </summary>
            <div>
              {Object.keys(messages).flatMap((message) =>
                (components.messages[message]?.examples ?? []).map(({ name, payload }) => (
                  <CodeBlock
                    key={`${message} ${name}`}
                    name={`${message}: ${name}`}
                    text={JSON.stringify(payload, null, 2)}
                    copy={t('copy')}
                  />
                )),
              )}
            </div>
          </details>
        );
      })}
    </Card>
  );
}
