package docsite

import (
	"bytes"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// link is a link of a document.
type link struct {
	target string // where it leads to on the site; "" if it leads to no page
	source string // as written
	text   string
	below  string // the heading of the second level above it; "" if there is none
}

// renderMarkdown renders a document. The known files are those of the folder of the documents, and links to others are
// shown as text.
//
// The result is safe: the renderer leaves out raw HTML and dangerous links, and escapes all other text.
func renderMarkdown(file string, source []byte, known map[string]bool) (page, error) {
	p := page{path: addressOf(file), file: file}
	engine := newEngine()
	context := parser.NewContext(parser.WithIDs(&anchors{used: map[string]bool{}}))
	tree := engine.Parser().Parse(text.NewReader(source), parser.WithContext(context))
	p.inspect(tree, source)
	p.resolveLinks(tree, source, known)
	var out bytes.Buffer
	if err := engine.Renderer().Render(&out, source, tree); err != nil {
		return page{}, err
	}
	p.content = template.HTML(scrollable(out.String())) //nolint:gosec // see above
	return p, nil
}

func newEngine() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			// An attribute instead of a style, which the content security policy forbids.
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Linkify,
		),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(ownRenderer{}, 1))),
	)
}

// addressOf returns the address of the page of a file.
func addressOf(file string) string {
	if file == indexFile {
		return root
	}
	return root + "/" + strings.TrimSuffix(file, ".md")
}

// scrollable puts each table into an element that scrolls, and makes empty headers of columns plain cells, which screen readers do
// not announce. Text of documents cannot contain these tags, because it is escaped.
func scrollable(html string) string {
	return strings.NewReplacer(
		"<table>", `<div class="table" tabindex="0"><table>`, "</table>", "</table></div>", "<th></th>", "<td></td>",
	).Replace(html)
}

// inspect reads the title, the headings and the text of the sections.
func (p *page) inspect(tree ast.Node, source []byte) {
	current := section{Page: p.path}
	end := func() {
		if current.Title != "" {
			current.lower = strings.ToLower(current.Text)
			p.sections = append(p.sections, current)
		}
	}
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		h, isHeading := n.(*ast.Heading)
		if !isHeading {
			current.Text = strings.TrimSpace(current.Text + " " + textOf(n, source))
			continue
		}
		title, id := textOf(h, source), idOf(h)
		if p.title == "" && h.Level == 1 {
			p.title = title
			current = section{Page: p.path, PageTitle: title, Title: title}
			continue
		}
		end()
		current = section{Page: p.path, PageTitle: p.title, Title: title, ID: id}
		p.headings = append(p.headings, heading{Level: h.Level, ID: id, Text: title})
	}
	end()
}

// idOf returns the anchor of a heading.
func idOf(h *ast.Heading) string {
	if id, ok := h.AttributeString("id"); ok {
		if raw, ok := id.([]byte); ok {
			return string(raw)
		}
	}
	return ""
}

// textOf returns the text of a node without its markup.
func textOf(n ast.Node, source []byte) string {
	c := textCollector{source: source}
	_ = ast.Walk(n, c.visit) // visit returns no error
	return strings.Join(strings.Fields(c.out.String()), " ")
}

// textCollector collects the text of nodes.
type textCollector struct {
	out    strings.Builder
	source []byte
}

func (c *textCollector) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		if n.Type() == ast.TypeBlock {
			c.out.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.Text:
		c.out.Write(n.Segment.Value(c.source))
		if n.SoftLineBreak() || n.HardLineBreak() {
			c.out.WriteByte(' ')
		}
	case *ast.String:
		c.out.Write(n.Value)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		c.out.Write(linesOf(n, c.source))
	}
	return ast.WalkContinue, nil
}

// linesOf returns the lines of a block of code.
func linesOf(n ast.Node, source []byte) []byte {
	var code []byte
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		code = append(code, line.Value(source)...)
	}
	return code
}

// resolveLinks replaces the targets of links and pictures with addresses of the site.
func (p *page) resolveLinks(tree ast.Node, source []byte, known map[string]bool) {
	var outside []*ast.Link
	below := ""
	// The function never returns an error.
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				below = textOf(n, source)
			}
		case *ast.Image:
			n.Destination = []byte(p.resolve(string(n.Destination), known))
		case *ast.Link:
			written := string(n.Destination)
			target := p.resolve(written, known)
			p.links = append(p.links, link{target: target, source: written, text: textOf(n, source), below: below})
			if target == "" {
				outside = append(outside, n)
			}
			n.Destination = []byte(target)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range outside {
		unwrap(n)
	}
}

// unwrap replaces a link with its content.
func unwrap(n *ast.Link) {
	parent := n.Parent()
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child) // moves it
	}
	parent.RemoveChild(parent, n)
}

// resolve returns the address of the target of a link; "" if it is not on the site.
func (p *page) resolve(target string, known map[string]bool) string {
	name, anchor, hasAnchor := strings.Cut(target, "#")
	switch {
	case name == "" || strings.Contains(name, "://") || strings.HasPrefix(name, "mailto:"):
		return target
	case strings.HasPrefix(name, "/"):
		return ""
	}
	file := path.Join(path.Dir(p.file), name)
	switch {
	case file == decisionsFolder:
		return root + "/" + decisionsFolder
	case !known[file]:
		return ""
	case path.Ext(file) != ".md":
		return root + "/" + file
	case hasAnchor:
		return addressOf(file) + "#" + anchor
	default:
		return addressOf(file)
	}
}
