package nodetype

import (
	"errors"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// maxSpec is the maximum size of a panel. The largest panel of public projects has some tens of kilobytes.
const maxSpec = 1 << 20

// ParseSpec parses an options panel: a YAML document that is a text in the definition of a node type. Keys may have any
// case and occur twice, and tabs may indent. A text that does not parse returns an empty panel, with which the type can
// still be used.
func ParseSpec(text string) (transform.Spec, []Finding) {
	r := &specReader{}
	root := r.parse(text)
	if root.IsNull() {
		return transform.Spec{Strategy: transform.DeployDefault}, r.found
	}
	if root.Kind != yamldoc.Mapping {
		r.shapef(root, "the options panel is a %s, not a mapping of keys", root.Kind)
		return transform.Spec{Strategy: transform.DeployDefault}, r.found
	}
	return r.spec(root), r.found
}

// parse returns the tree of the text; null if there is none.
func (r *specReader) parse(text string) *yamldoc.Node {
	if len(text) > maxSpec {
		r.add(Finding{
			Code: diagnostic.SpecSyntax, Severity: diagnostic.Error, Line: 1, Column: 1,
			Message: fmt.Sprintf("the options panel is larger than %d kB and is not read", maxSpec>>10),
			Hint:    "make it smaller",
		})
		return nil
	}
	document, err := yamldoc.Read(text)
	if err != nil {
		document = r.parseWithoutTabs(text)
	}
	if document == nil {
		r.add(syntaxFinding(err))
		return nil
	}
	for _, d := range document.Duplicates {
		r.add(Finding{
			Code: diagnostic.SpecShape, Severity: diagnostic.Warning, Line: d.Line, Column: d.Column,
			Message: fmt.Sprintf("key %s occurs twice; the first is in line %d", d.Key, d.FirstLine),
			Hint:    "remove one of them; the last one takes precedence",
		})
	}
	return document.Root
}

// parseWithoutTabs parses the text with tabs replaced by spaces, because YAML does not allow tabs before a key. It
// tries several tab widths.
func (r *specReader) parseWithoutTabs(text string) *yamldoc.Document {
	at := strings.IndexByte(text, '\t')
	if at < 0 {
		return nil
	}
	for _, width := range []int{2, 4, 8} {
		document, err := yamldoc.Read(strings.ReplaceAll(text, "\t", strings.Repeat(" ", width)))
		if err != nil {
			continue
		}
		position := diagnostic.Position{Line: 1, Column: 1}.Inside(text, at)
		r.add(Finding{
			Code: diagnostic.SpecSyntax, Severity: diagnostic.Warning, Line: position.Line, Column: position.Column,
			Message: "the options panel is indented with tabs",
			Hint:    fmt.Sprintf("use spaces; each tab was read as %d spaces", width),
		})
		return document
	}
	return nil
}

func syntaxFinding(err error) Finding {
	f := Finding{
		Code: diagnostic.SpecSyntax, Severity: diagnostic.Error, Line: 1, Column: 1,
		Message: fmt.Sprintf("the options panel is not YAML: %v", err),
		Hint:    "fix the YAML; until then the type works without its options",
	}
	if syntax, ok := errors.AsType[*yamldoc.SyntaxError](err); ok {
		f.Line, f.Column = max(syntax.Line, 1), max(syntax.Column, 1)
		f.Message = "the options panel is not YAML: " + syntax.Message
	}
	return f
}

// spec reads the keys of the panel.
func (r *specReader) spec(root *yamldoc.Node) transform.Spec {
	m := r.mapping(root, "options panel")
	spec := transform.Spec{
		Capitalized:    m.text("capitalized"),
		Short:          m.text("short"),
		Plural:         m.text("plural"),
		Description:    m.text("description"),
		TagColor:       m.text("tagColor"),
		IsDisabled:     m.flag("isDisabled"),
		AlwaysDeploy:   m.flag("alwaysDeploy"),
		Strategy:       r.strategy(m.value("deployStrategy")),
		JoinTemplate:   m.text("joinTemplate"),
		Groups:         r.groups(m.value("config")),
		SystemColumns:  r.systemColumns(m.value("systemColumns")),
		MappingColumns: m.value("mappingColumns").Any(),
	}
	spec.NodeAnnotations, spec.ColumnAnnotations = r.annotations(m.value("annotations"))
	m.ignore("enableCTESupport", "isColumnResyncEnabled")
	m.end()
	return spec
}

func (r *specReader) strategy(n *yamldoc.Node) transform.DeployStrategy {
	word := r.text(n)
	switch s := transform.DeployStrategy(strings.ToLower(word)); s {
	case transform.DeployDefault, transform.DeployTransient, transform.DeployAdvanced:
		return s
	case "":
	default:
		r.shapef(n, "deployStrategy %q is not known", word)
	}
	return transform.DeployDefault
}

func (r *specReader) systemColumns(n *yamldoc.Node) []transform.SystemColumn {
	var columns []transform.SystemColumn
	for item := range r.items(n) {
		m := r.mapping(item, "system column")
		columns = append(columns, transform.SystemColumn{
			DisplayName: m.text("displayName"),
			Transform:   m.text("transform"),
			DataType:    m.text("dataType"),
			AtBeginning: strings.EqualFold(m.text("placement"), "beginning"),
			Attribute:   m.text("attributeName"),
			Description: m.text("description"),
		})
		m.end()
	}
	return columns
}
