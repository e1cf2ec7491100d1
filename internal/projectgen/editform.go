package projectgen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// meaningless returns the changes that no fingerprint may notice.
func meaningless() []change {
	return []change{
		{"a comment", addComment},
		{"white space", addSpace},
		{"another order", changeOrder},
		{"line ends of another system", changeLineEnds},
		{"less space in refs", tightenRefs},
	}
}

// addComment adds a comment where either kind of file allows one.
func addComment(n *node, chance *rand.Rand) []byte {
	text := fmt.Sprintf("looked at in review %d", chance.IntN(1_000_000))
	lines := strings.SplitAfter(string(nodeFile(n)), "\n")
	if !n.isSQL {
		at := pick(chance, blockStarts(lines, 0))
		lines[at] = "# " + text + "\n" + lines[at]
		return []byte(strings.Join(lines, ""))
	}
	body := bodyStart(lines)
	at := body + chance.IntN(len(lines)-body)
	if chance.IntN(2) == 0 {
		lines[at] = "-- " + text + "\n" + lines[at]
	} else {
		lines[at] = "/* " + text + " */\n" + lines[at]
	}
	return []byte(strings.Join(lines, ""))
}

// addSpace spreads a SQL node, or the SQL inside a YAML node.
func addSpace(n *node, chance *rand.Rand) []byte {
	lines := strings.SplitAfter(string(nodeFile(n)), "\n")
	if n.isSQL {
		at := bodyStart(lines) + chance.IntN(len(lines)-bodyStart(lines))
		lines[at] = strings.Repeat("\n", 1+chance.IntN(3)) + strings.Repeat(" ", chance.IntN(9)) + lines[at]
		return []byte(strings.Join(lines, ""))
	}
	spread := strings.NewReplacer(" AS ", "   AS  ", "COALESCE(", "COALESCE( ", "LEFT JOIN ", "LEFT  JOIN   ", " = ", "   =  ")
	return []byte(spread.Replace(strings.Join(lines, "")))
}

// changeOrder reorders the keys of a YAML node, or the annotations before a SQL node.
func changeOrder(n *node, chance *rand.Rand) []byte {
	lines := strings.SplitAfter(string(nodeFile(n)), "\n")
	if n.isSQL {
		head := lines[:bodyStart(lines)-1]
		chance.Shuffle(len(head), func(i, j int) { head[i], head[j] = head[j], head[i] })
		return []byte(strings.Join(lines, ""))
	}
	return []byte(shuffleBlocks(lines, chance))
}

func changeLineEnds(n *node, _ *rand.Rand) []byte {
	return bytes.ReplaceAll(nodeFile(n), []byte("\n"), []byte("\r\n"))
}

func tightenRefs(n *node, _ *rand.Rand) []byte {
	tight := strings.NewReplacer("{{ ref(", "{{ref(", "', '", "','", ") }}", ")}}")
	return []byte(tight.Replace(string(nodeFile(n))))
}

// bodyStart returns the line after the annotations of a SQL node.
func bodyStart(lines []string) int {
	for i, line := range lines {
		if line == "\n" {
			return i + 1
		}
	}
	return 0
}

// blockStarts returns the lines with a key at this depth.
func blockStarts(lines []string, depth int) []int {
	var starts []int
	indent := strings.Repeat("  ", depth)
	for i, line := range lines {
		rest, ok := strings.CutPrefix(line, indent)
		if ok && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
			starts = append(starts, i)
		}
	}
	return starts
}

// shuffleBlocks changes the order of the keys at the top and of those of operation.
func shuffleBlocks(lines []string, chance *rand.Rand) string {
	top := blocks(lines, 0)
	for i, block := range top {
		if strings.HasPrefix(block, "operation:") {
			inner := strings.SplitAfter(block, "\n")
			parts := blocks(inner[1:], 1)
			chance.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			top[i] = inner[0] + strings.Join(parts, "")
		}
	}
	chance.Shuffle(len(top), func(i, j int) { top[i], top[j] = top[j], top[i] })
	return strings.Join(top, "")
}

func blocks(lines []string, depth int) []string {
	starts := append(blockStarts(lines, depth), len(lines))
	var parts []string
	for i, start := range starts[:len(starts)-1] {
		parts = append(parts, strings.Join(lines[start:starts[i+1]], ""))
	}
	return parts
}
