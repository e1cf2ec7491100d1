package httpapi

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
)

// wireColumn is a column as it comes in a body: fields that are known, and attributes beside them.
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

// UnmarshalJSON reads the fields, and everything else as attributes.
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

// decodeNumbers reads JSON and keeps numbers as they are written.
func decodeNumbers(raw []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// column is the column that the wire means. A flag that is off is absent, and what stands in config is an attribute, too.
func (w *wireColumn) column() transform.Column {
	f := &w.fields
	c := transform.Column{
		ID: transform.ColumnID(f.ColumnID), Name: f.Name, DataType: f.DataType, Description: f.Description, Default: f.DefaultValue,
		Nullable: f.Nullable == nil || *f.Nullable, Tests: openValue(f.AppliedColumnTests), AcceptedValues: openValue(f.AcceptedValues),
		Sources: present(f.Sources, givenColumnSource),
	}
	if len(f.Sources) == 0 && value(f.Transform) != "" {
		c.Sources = []transform.ColumnSource{{Transform: *f.Transform}}
	}
	if f.HashDetails != nil {
		c.Hash = &transform.Hash{Algorithm: f.HashDetails.HashAlgorithm, Columns: present(f.HashedColumns, givenColumnRef)}
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

// transformBeside is the expression of a column that stands beside those of its sources; false when the first of them is the
// same.
func (w *wireColumn) transformBeside() (string, bool) {
	f := &w.fields
	isBeside := f.Transform != nil && len(f.Sources) > 0 && *f.Transform != f.Sources[0].Transform
	return value(f.Transform), isBeside
}

// openValue is a value of an open shape; an empty one is none.
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

func givenColumnSource(w wireColumnSource) transform.ColumnSource {
	return transform.ColumnSource{Transform: w.Transform, References: present(w.ColumnReferences, givenColumnRef)}
}

func givenColumnRef(w wireColumnRef) transform.ColumnRef {
	return transform.ColumnRef{Node: transform.NodeID(w.NodeID), Column: transform.ColumnID(w.ColumnID)}
}
