package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestReadNodeGolden(t *testing.T) {
	t.Parallel()
	golden(t, "node", printNode)
}

// printNode prints everything that ReadNode finds.
func printNode(text string) string {
	node, problems := sqltext.ReadNode(text)
	var out strings.Builder
	for _, a := range node.Annotations {
		fmt.Fprintf(&out, "annotation %s\n", printAnnotation(a))
	}
	printLine(&out, "opaque", node.Opaque)
	printBlock(&out, "cte", node.CTE)
	printSelect(&out, node.NodeSelect)
	for _, union := range node.Unions {
		fmt.Fprintf(&out, "%s\n", union.Operator)
		printSelect(&out, union.NodeSelect)
	}
	printBlock(&out, "body", node.BodyWithoutAnnotations)
	for _, ref := range node.Refs {
		fmt.Fprintf(&out, "ref %s %s.%s literal=%t alias=%q context=%d\n", ref.Function, ref.Location, ref.Node, ref.Literal, ref.Alias.Text, ref.Context)
	}
	lines := sqltext.NewLineIndex(text)
	for _, p := range problems {
		line, column := lines.Position(p.Range.Start)
		fmt.Fprintf(&out, "problem %s at %d:%d %q: %s; %s\n", p.Code, line, column, p.Range.Of(text), p.Message, p.Hint)
	}
	return out.String()
}

func printSelect(out *strings.Builder, s sqltext.NodeSelect) {
	printLine(out, "modifier", s.SelectModifier)
	if s.Parenthesized {
		fmt.Fprintf(out, "parenthesized\n")
	}
	if s.HasStar {
		fmt.Fprintf(out, "has star\n")
	}
	for _, c := range s.Columns {
		fmt.Fprintf(out, "column %q quoted=%t given=%t expression %q", c.Name.Text, c.Name.Quoted, c.NameGiven, c.Expression)
		if c.IsStar {
			fmt.Fprintf(out, " star of %q %s %s", joined(c.Star.Qualifier), c.Star.Modifiers, c.Star.Opaque)
		}
		for _, a := range c.Annotations {
			fmt.Fprintf(out, " %s", printAnnotation(a))
		}
		fmt.Fprintf(out, "\n")
	}
	printBlock(out, "join", s.Join)
}

func printAnnotation(a sqltext.Annotation) string {
	if !a.HasParentheses {
		return "@" + a.Name
	}
	var arguments []string
	for _, argument := range a.Arguments {
		kind := []string{"string", "number", "bool"}[argument.Kind]
		arguments = append(arguments, fmt.Sprintf("%s %q", kind, argument.Text))
	}
	return fmt.Sprintf("@%s(%s)", a.Name, strings.Join(arguments, ", "))
}

func printLine(out *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(out, "%s %s\n", name, value)
	}
}

func printBlock(out *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(out, "%s:\n  | %s\n", name, strings.ReplaceAll(value, "\n", "\n  | "))
	}
}
