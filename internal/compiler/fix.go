package compiler

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// fixOfRef replaces a ref to an unknown node by the same call for the node that it means. A ref that a macro produces has
// no fix, because the file does not contain it.
func fixOfRef(r staticRef, near transform.NodeRef) diagnostic.Fix {
	name, _, isCall := strings.Cut(r.call, "(")
	if !isCall || strings.ContainsAny(near.Location+near.Name, "'\\") {
		return diagnostic.Fix{}
	}
	return diagnostic.Fix{
		Line: r.at.Line, Column: r.at.Column,
		Old: r.call, New: fmt.Sprintf("%s('%s', '%s')", strings.TrimSpace(name), near.Location, near.Name),
	}
}

// fixOfColumn replaces the name of an unknown column by the one that it means. A name that Jinja produces has no fix.
func (n *Node) fixOfColumn(text string, p lineage.Problem) diagnostic.Fix {
	if p.Nearest == "" || text != n.written.SQL.Text {
		return diagnostic.Fix{}
	}
	old := p.Range.Of(text)
	at := n.positionIn(text, p.Range.Start)
	start := strings.LastIndexByte(old, '.') + 1
	if strings.ContainsAny(old[start:], " \t\n{}") {
		return diagnostic.Fix{}
	}
	return diagnostic.Fix{Line: at.Line, Column: at.Column, Old: old, New: old[:start] + writtenName(p.Nearest, strings.Contains(old[start:], `"`))}
}

// writtenName returns a name as SQL contains it. A name in lower case needs no quotes on any engine.
func writtenName(name string, isQuoted bool) string {
	if !isQuoted && regexp.MustCompile(`^[a-z_][a-z0-9_]*$`).MatchString(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
