package render

import "github.com/millrace/millrace/internal/transform"

// RefText formats a call of ref.
func RefText(node transform.NodeRef) string { return refText(plainRef{function: "ref", node: node}) }
