import { type RefObject, useEffect, useRef, useState } from 'react';

const SCAN_INTERVAL_MS = 250;

/** Shows the camera in a video and scans it for a code, until one is accepted or the component unmounts. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => boolean) {
  const [state, setState] = useState<'starting' | 'on' | 'none'>('starting');
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      const [{ readQr }, mediaStream] = await Promise.all([
        import('./read-qr.ts'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ]);
      stream = mediaStream;
      const element = video.current;
      if (isStopped || !element) return stop();
      element.srcObject = mediaStream;
      await element.play();
      setState('on');
      timer = setInterval(() => {
        const text = readQr(element, element.videoWidth, element.videoHeight);
        if (text && latestOnCode.current(text)) stop();
      }, SCAN_INTERVAL_MS);
    };
    start().catch(() => {
      if (!isStopped) setState('none');
    });
    return stop;
  }, [video]);
  return state;
}
