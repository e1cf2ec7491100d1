package yamldoc

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// From returns a tree for plain Go values, as Any returns them.
func From(value any) *Node {
	switch value := value.(type) {
	case nil:
		return &Node{Value: "null"}
	case bool:
		return &Node{Value: strconv.FormatBool(value)}
	case int:
		return &Node{Value: strconv.Itoa(value)}
	case int64:
		return &Node{Value: strconv.FormatInt(value, 10)}
	case float64:
		return &Node{Value: formatFloat(value)}
	case string:
		return Text(value)
	case []string:
		n := NewSequence()
		for _, item := range value {
			n.Append(Text(item))
		}
		return n
	case []any:
		n := NewSequence()
		for _, item := range value {
			n.Append(From(item))
		}
		return n
	case map[string]any:
		n := NewMapping()
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.Set(key, From(value[key]))
		}
		return n
	default:
		return Text(fmt.Sprint(value))
	}
}

// formatFloat writes a float so that it is read as one.
func formatFloat(value float64) string {
	switch {
	case math.IsNaN(value):
		return ".nan"
	case math.IsInf(value, 1):
		return ".inf"
	case math.IsInf(value, -1):
		return "-.inf"
	}
	text := strconv.FormatFloat(value, 'g', -1, 64)
	if typeOf(text) == IntType {
		text += ".0"
	}
	return text
}
