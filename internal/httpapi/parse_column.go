package httpapi

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
)

// wireColumn is a column of a request body: the known fields, and every other key as an attribute.
type wireColumn struct {
	fields     wireColumnFields
	attributes map[string]any
}

type wireColumnFields struct {
	ColumnID           api.ID             `json:"columnID"`
	Name               string             `json:"name"`
	DataType           string             `json:"dataType"`
	Nullable           *bool              `json:"nullable"`
	Description        string             `json:"description"`
	Transform          *string            `json:"transform"`
	DefaultValue       string             `json:"defaultValue"`
	Sources            []wireColumnSource `json:"sources"`
	AppliedColumnTests any                `json:"appliedColumnTests"`
	AcceptedValues     any                `json:"acceptedValues"`
	HashDetails        *struct {
		HashAlgorithm string `json:"hashAlgorithm"`
	} `json:"hashDetails"`
	HashedColumns []wireColumnRef `json:"hashedColumns"`
	Config        map[string]any  `json:"config"`
}

type wireColumnSource struct {
	Transform        string          `json:"transform"`
	ColumnReferences []wireColumnRef `json:"columnReferences"`
}

type wireColumnRef struct {
	NodeID   api.ID `json:"nodeID"`
	ColumnID api.ID `json:"columnID"`
}

// UnmarshalJSON reads the known fields, and every other key as an attribute.
func (w *wireColumn) UnmarshalJSON(raw []byte) error {
	*w = wireColumn{}
	if _, err := api.DecodeLoosely(raw, &w.fields); err != nil {
		return err
	}
	if err := decodeNumbers(raw, &w.attributes); err != nil {
		return err
	}
	for name := range w.attributes {
		if slices.Contains(columnFields, name) {
			delete(w.attributes, name)
		}
	}
	return nil
}

// decodeNumbers decodes JSON and keeps numbers as written.
func decodeNumbers(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// column converts to a column of the project. A flag that is off is absent. Keys in config are attributes, too.
func (w *wireColumn) column() transform.Column {
	f := &w.fields
	c := transform.Column{
		ID: transform.ColumnID(f.ColumnID), Name: f.Name, DataType: f.DataType, Description: f.Description, Default: f.DefaultValue,
		Nullable: f.Nullable == nil || *f.Nullable, Tests: openValue(f.AppliedColumnTests), AcceptedValues: openValue(f.AcceptedValues),
		Sources: present(f.Sources, parseColumnSource),
	}
	if len(f.Sources) == 0 && value(f.Transform) != "" {
		c.Sources = []transform.ColumnSource{{Transform: *f.Transform}}
	}
	if f.HashDetails != nil {
		c.Hash = &transform.Hash{Algorithm: f.HashDetails.HashAlgorithm, Columns: present(f.HashedColumns, parseColumnRef)}
	}
	for _, values := range []map[string]any{f.Config, w.attributes} {
		for name, value := range values {
			if value == nil || value == false {
				continue
			}
			if c.Attributes == nil {
				c.Attributes = map[string]any{}
			}
			c.Attributes[name] = fileValue(value)
		}
	}
	return c
}

// ownTransform returns the column's own expression; false if the first source has the same one.
func (w *wireColumn) ownTransform() (string, bool) {
	f := &w.fields
	isBeside := f.Transform != nil && len(f.Sources) > 0 && *f.Transform != f.Sources[0].Transform
	return value(f.Transform), isBeside
}

// openValue returns a value of any shape. It returns nil for an empty one.
func openValue(value any) any {
	switch value := fileValue(value).(type) {
	case map[string]any:
		if len(value) == 0 {
			return nil
		}
		return value
	case []any:
		if len(value) == 0 {
			return nil
		}
		return value
	default:
		return value
	}
}

func parseColumnSource(w wireColumnSource) transform.ColumnSource {
	return transform.ColumnSource{Transform: w.Transform, References: present(w.ColumnReferences, parseColumnRef)}
}

func parseColumnRef(w wireColumnRef) transform.ColumnRef {
	return transform.ColumnRef{Node: transform.NodeID(w.NodeID), Column: transform.ColumnID(w.ColumnID)}
}
