import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { MarketsSection } from './markets.tsx';
import { News } from './news.tsx';
import { Steps } from './steps.tsx';
import { Advantages } from './why.tsx';

export function Page() {
  const t = useTranslations('home');
  useTitle(t('title'));
  return (
    <main className="wrap">
      <Hero />
      <MarketsSection />
      <Steps />
      <News />
      <Advantages />
      <Faq />
    </main>
  );
}
