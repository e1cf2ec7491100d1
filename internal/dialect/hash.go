package dialect

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// What a hash is taken of: the values as texts, a separator between them, and a word in the place of NULL, so that NULL and
// an empty text differ, and so do ('ab', 'c') and ('a', 'bc').
const (
	hashSeparator = "||"
	hashNull      = "~null~"
)

// Hash is the hash of several expressions: bytes if dataType is a type for bytes, and else hexadecimal text in small
// letters. Without an algorithm it is MD5.
func (d *Dialect) Hash(expressions []string, algorithm, dataType string) (string, error) {
	if len(expressions) == 0 {
		return "", fault.New(fault.Invalid, "a hash of no columns").WithHint("Choose the columns that are hashed.")
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
