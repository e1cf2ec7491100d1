package dialect

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// The input of a hash: the values as texts, a separator between them, and a placeholder for NULL. So NULL and an empty
// text differ, and so do ('ab', 'c') and ('a', 'bc').
const (
	hashSeparator = "||"
	hashNull      = "~null~"
)

// Hash returns the hash of several expressions: bytes if dataType is a binary type, and otherwise hexadecimal text in
// lower case. Without an algorithm it is MD5.
func (d *Dialect) Hash(expressions []string, algorithm, dataType string) (string, error) {
	if len(expressions) == 0 {
		return "", fault.New(fault.Invalid, "a hash needs columns").WithHint("Choose the columns to hash.")
	}
	algorithm = cmp.Or(algorithm, "MD5")
	template, known := d.hash[strings.ToUpper(strings.ReplaceAll(algorithm, "-", ""))]
	if !known {
		return "", fault.New(fault.Unsupported, "%s has no hash function %s", d.kind, algorithm).
			WithHint("Use one of %s.", strings.Join(slices.Sorted(maps.Keys(d.hash)), ", "))
	}
	texts := make([]string, len(expressions))
	for i, expression := range expressions {
		texts[i] = "COALESCE(" + d.Cast(expression, d.hashText) + ", " + d.Literal(hashNull) + ")"
	}
	between := d.concat + d.Literal(hashSeparator) + d.concat
	hash := fill(template, "text", strings.Join(texts, between))
	if word, _, _ := splitType(dataType); classes[word] == binaryClass {
		return fill(d.unhex, "text", hash), nil
	}
	return hash, nil
}
