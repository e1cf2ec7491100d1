package yamldoc

import "strings"

// isForBlock reports whether a text is written as a literal block: it has several lines, and a block can represent it.
func isForBlock(text string) bool {
	if !strings.Contains(text, "\n") || strings.TrimSpace(text) == "" {
		return false
	}
	hasControls, hasBeyond := scan(text)
	return !hasControls && (!hasBeyond || isPrintable(text))
}

// literal writes a text of several lines.
func (w *writer) literal(n *Node, indent int) {
	text := n.Value
	w.b = append(w.b, '|')
	if first := strings.TrimLeft(text, "\n"); first[0] == ' ' || first[0] == '\t' {
		w.b = append(w.b, '2') // otherwise indentation and text are ambiguous
	}
	body := strings.TrimRight(text, "\n")
	switch ends := len(text) - len(body); {
	case ends == 0:
		w.b = append(w.b, '-')
	case ends > 1:
		w.b = append(w.b, '+')
	}
	w.endLine(n)
	for line := range strings.SplitSeq(body, "\n") {
		w.lines([]string{line}, indent)
	}
	for range len(text) - len(body) - 1 {
		w.b = append(w.b, '\n')
	}
}
