package docsite

import (
	"html"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// ownRenderer renders headings with a link to themselves, code in an element that scrolls, and no raw HTML.
type ownRenderer struct{}

// RegisterFuncs registers the functions.
func (ownRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindHeading, renderHeading)
	register.Register(ast.KindFencedCodeBlock, renderCode)
	register.Register(ast.KindCodeBlock, renderCode)
	register.Register(ast.KindHTMLBlock, renderNothing)
	register.Register(ast.KindRawHTML, renderNothing)
}

func renderHeading(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	h, isHeading := node.(*ast.Heading)
	if !isHeading {
		return ast.WalkContinue, nil
	}
	tag := "h" + strconv.Itoa(h.Level)
	id := html.EscapeString(idOf(h))
	var err error
	if entering {
		_, err = w.WriteString("<" + tag + ` id="` + id + `">`)
	} else {
		_, err = w.WriteString(` <a class="anchor" href="#` + id + `" aria-label="Link to ` + html.EscapeString(textOf(h, source)) +
			`">#</a></` + tag + ">\n")
	}
	return ast.WalkContinue, err
}

func renderCode(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</code></pre></div>\n")
		return ast.WalkContinue, err
	}
	language := ""
	if fenced, ok := node.(*ast.FencedCodeBlock); ok {
		language = string(fenced.Language(source))
	}
	if _, err := w.WriteString(`<div class="code"><pre tabindex="0"><code data-language="` + html.EscapeString(language) + `">`); err != nil {
		return ast.WalkStop, err
	}
	_, err := w.WriteString(html.EscapeString(string(linesOf(node, source))))
	return ast.WalkContinue, err
}

func renderNothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}
