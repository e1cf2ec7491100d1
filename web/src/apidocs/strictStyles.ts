// RapiDoc writes style elements and style attributes into its templates. The content security policy of this
// server forbids both without a nonce, and an attribute cannot have one. The policy does allow the style object of
// an element. So this page, which contains only RapiDoc, converts every style to one of the two allowed forms, and
// its policy is as strict as that of the application.

const parked = 'data-parked-style';

export function keepStylesWithinPolicy(nonce: string): void {
  parkStylesOfTemplates();
  releaseStylesOfCopies(nonce);
  assignStyleAttributes();
}

// A template is parsed from text. There the style attribute is renamed, so that the browser ignores it.
function parkStylesOfTemplates(): void {
  const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {
    ...innerHTML,
    set(this: HTMLTemplateElement, text: unknown) {
      innerHTML?.set?.call(this, String(text).replace(/(\s)style\s*=/g, `$1${parked}=`));
    },
  });
}

// Before a copy of a template is shown, the renamed attribute becomes the style object of the element.
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
