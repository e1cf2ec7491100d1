// RapiDoc writes style elements and style attributes into its templates. The content security policy of this
// host forbids both unless they carry the nonce, and an attribute cannot carry one. What the policy does allow
// is the style object of an element. So this document, which holds nothing but RapiDoc, hands every style over
// in one of the two allowed ways, and its policy is as strict as that of the application.

const parked = 'data-parked-style';

export function keepStylesWithinPolicy(nonce: string): void {
  parkStylesOfTemplates();
  releaseStylesOfCopies(nonce);
  assignStyleAttributes();
}

// A template is parsed from text; there the attribute gets another name, which means nothing to the browser.
function parkStylesOfTemplates(): void {
  const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {
    ...innerHTML,
    set(this: HTMLTemplateElement, text: unknown) {
      innerHTML?.set?.call(this, String(text).replace(/(\s)style\s*=/g, `$1${parked}=`));
    },
  });
}

// A copy of a template is about to be shown; here the parked text becomes the style of the element.
function releaseStylesOfCopies(nonce: string): void {
  const importNode = document.importNode.bind(document);
  document.importNode = <T extends Node>(source: T, options?: boolean | ImportNodeOptions): T => {
    const copy = importNode(source, options as boolean);
    for (const element of elementsWith(copy, `[${parked}]`)) {
      if (isStyled(element)) element.style.cssText = element.getAttribute(parked) ?? '';
      element.removeAttribute(parked);
    }
    for (const element of elementsWith(copy, 'style')) {
      (element as HTMLStyleElement).nonce = nonce;
    }
    return copy;
  };
}

function assignStyleAttributes(): void {
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name: string, value: string) {
    if (name === 'style' && isStyled(this)) {
      this.style.cssText = value;
      return;
    }
    setAttribute.call(this, name, value);
  };
}

function elementsWith(node: Node, selector: string): Iterable<Element> {
  return node instanceof DocumentFragment || node instanceof Element ? node.querySelectorAll(selector) : [];
}

function isStyled(element: Element): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}
