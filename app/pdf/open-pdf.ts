/**
 * pdf.js, in a separate script that only the reading room loads. Pages are drawn with their text on
 * top; links, forms, scripts and attachments of the PDF are never read.
 */
import {
  AnnotationMode,
  getDocument,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url';
import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { findText, type Match, type TextItem } from './find-text.ts';
import { withinLimit } from './pdf-guard.ts';

/** Pixels of an image in a PDF, and of a drawn page, at most. */
const MOST_IMAGE_PIXELS = 64_000_000;
const MOST_PAGE_PIXELS = 16_000_000;

export type PageSize = { width: number; height: number };
export type DrawnPage = { canvas: HTMLCanvasElement; items: TextItem[]; spans: HTMLElement[] };
export type OpenPdf = {
  pageCount: number;
  /** The size in points of page `number`, counted from 1. */
  sizeOf(number: number): Promise<PageSize>;
  textOf(number: number): Promise<TextItem[]>;
  /** Every match of the query in such a text. */
  find(items: readonly TextItem[], query: string): Match[];
  /**
   * Draws a page `width` CSS pixels wide and puts its text into `layer`. Rejects with the signal's
   * reason as soon as it is aborted.
   */
  draw(number: number, width: number, layer: HTMLElement, signal: AbortSignal): Promise<DrawnPage>;
  /** Stops all work and frees its worker. */
  close(): void;
};

/**
 * Takes ownership of the bytes. Each PDF has its own worker, so that one that never finishes does
 * not affect others. Rejects if it is not a PDF, and with `PdfStopped` after ten seconds.
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = new Worker(workerUrl, { type: 'module', name: 'pdf' });
  // Its types do not include ports.
  const worker = new PDFWorker({ port: port as unknown as null, verbosity: VerbosityLevel.ERRORS });
  const close = () => {
    port.terminate();
    worker.destroy();
  };
  const task = getDocument({
    data: bytes,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: MOST_IMAGE_PIXELS,
    useWorkerFetch: false,
    BinaryDataFactory: OwnFiles,
  });
  try {
    const pdf = await withinLimit(task.promise, { stop: close });
    return { pageCount: pdf.numPages, ...readingOf(pdf, close), close };
  } catch (error) {
    close();
    throw error;
  }
}

function readingOf(pdf: PDFDocumentProxy, close: () => void) {
  const limited = <T>(work: Promise<T>) => withinLimit(work, { stop: close });
  const pageOf = (number: number) => limited(pdf.getPage(number));
  const textOf = async (number: number) => {
    const page = await pageOf(number);
    return limited(page.getTextContent());
  };
  return {
    find: findText,
    sizeOf: async (number: number) => {
      const { width, height } = (await pageOf(number)).getViewport({ scale: 1 });
      return { width, height };
    },
    textOf: async (number: number) => textItemsOf((await textOf(number)).items),
    draw: async (number: number, width: number, layer: HTMLElement, signal: AbortSignal) => {
      const page = await pageOf(number);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: width / natural.width });
      const sharpness = Math.min(
        globalThis.devicePixelRatio || 1,
        Math.sqrt(MOST_PAGE_PIXELS / (viewport.width * viewport.height)),
      );
      signal.throwIfAborted();
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width * sharpness));
      canvas.height = Math.max(1, Math.floor(viewport.height * sharpness));
      const drawing = page.render({
        canvas,
        viewport,
        transform: [sharpness, 0, 0, sharpness, 0, 0],
        annotationMode: AnnotationMode.ENABLE,
      });
      const cancel = () => drawing.cancel();
      signal.addEventListener('abort', cancel);
      const stop = () => {
        cancel();
        close();
      };
      await withinLimit(drawing.promise, { stop }).finally(() =>
        signal.removeEventListener('abort', cancel),
      );
      const text = await textOf(number);
      signal.throwIfAborted();
      const textLayer = new TextLayer({ textContentSource: text, container: layer, viewport });
      layer.replaceChildren();
      layer.style.setProperty('--total-scale-factor', String(viewport.scale));
      await limited(textLayer.render());
      return { canvas, items: textItemsOf(text.items), spans: textLayer.textDivs as HTMLElement[] };
    },
  };
}

const textItemsOf = (items: readonly object[]): TextItem[] =>
  items.filter((item): item is TextItem & object => 'str' in item);

/** The few files that pdf.js may request; its worker itself cannot reach the network. */
const FILES: Record<string, string> = {
  'FoxitSymbol.pfb': symbolUrl,
  'FoxitDingbats.pfb': dingbatsUrl,
  'jbig2.wasm': jbig2Url,
  'openjpeg.wasm': openjpegUrl,
};

class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = FILES[filename];
    if (!url) throw new Error(`${filename} is not kept`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
