package sqltext

import "strings"

// impliedName is the name of a column without an alias, as SQL writes it, and the offset at which an alias would be.
type impliedName struct {
	at   int
	name string
}

// impliedName returns the name of a column that a cast keeps; it is empty for any other expression.
func (n *nodeReader) impliedName(e *Expression, isFirst bool) Identifier {
	if !e.CastsColumn || len(e.Columns) != 1 || e.HasJinja {
		return Identifier{}
	}
	name := e.Columns[0].Name()
	if isFirst {
		n.implied = append(n.implied, impliedName{e.Range.End, lastPart(e.Columns[0].Range.Of(n.text), name)})
	}
	return name
}

// lastPart returns the last part of a qualified name as written.
func lastPart(written string, name Identifier) string {
	if name.Quoted {
		return `"` + strings.ReplaceAll(name.Text, `"`, `""`) + `"`
	}
	return written[len(written)-min(len(name.Text), len(written)):]
}

// stateNames adds the implied names to the query, because each engine has other names for such columns.
func (n *nodeReader) stateNames() {
	if len(n.implied) == 0 || n.node.Opaque != "" {
		return
	}
	var out strings.Builder
	from := n.node.Body.Start
	for _, implied := range n.implied {
		appendPiece(&out, n.stripped(Range{from, implied.at}))
		out.WriteString(" AS " + implied.name)
		from = implied.at
	}
	appendPiece(&out, n.stripped(Range{from, n.node.Body.End}))
	n.node.BodyWithoutAnnotations = out.String()
}
