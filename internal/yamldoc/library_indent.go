package yamldoc

import (
	"strconv"
	"strings"
)

// withStatedIndents returns a text in which each block whose first line begins with a tab states its indentation: "|" becomes
// "|2". No line changes its number. A text without such blocks is returned as it is.
func withStatedIndents(text string) string {
	if !strings.Contains(text, "\t") {
		return text
	}
	lines := strings.Split(text, "\n")
	inside := -1 // the column of the entry whose block the line may belong to, or -1
	offset := 0
	for i, line := range lines {
		offset = min(offset+len(line)+1, len(text))
		if spaces := leadingSpaces(line, len(line)); inside >= 0 && (spaces == len(line) || spaces > inside) {
			continue
		}
		inside = -1
		bar, parent, ok := blockHeader(line)
		if !ok {
			continue
		}
		inside = parent
		indent := firstIndent(text[offset:])
		if width := indent - parent; width >= 1 && width <= 9 && beginsWithTab(text[offset:], indent) {
			lines[i] = line[:bar+1] + strconv.Itoa(width) + line[bar+1:]
		}
	}
	return strings.Join(lines, "\n")
}

// blockHeader returns the offset of the bar that ends a line such as "- key: |-  # note", and the column of the entry or item
// that the block belongs to.
func blockHeader(line string) (bar, parent int, ok bool) {
	head, _, _ := strings.Cut(line, " #")
	head = strings.TrimRight(head, " ")
	head = strings.TrimRight(head, "-+")
	bar = len(head) - 1
	if bar < 2 || head[bar] != '|' && head[bar] != '>' || head[bar-1] != ' ' {
		return 0, 0, false
	}
	before := strings.TrimRight(head[:bar], " ")
	parent = leadingSpaces(line, len(line))
	for strings.HasPrefix(line[parent:], "- ") {
		if parent+1 == len(before) {
			return bar, parent, true // an item of a list
		}
		parent += 2
		parent += leadingSpaces(line[parent:], len(line))
	}
	return bar, parent, strings.HasSuffix(before, ":")
}

// beginsWithTab reports whether the first line with more than spaces has a tab after its indentation.
func beginsWithTab(text string, indent int) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if spaces := leadingSpaces(line, len(line)); spaces < len(line) {
			return spaces == indent && line[spaces] == '\t'
		}
	}
	return false
}
