package projectfile

const locationsFile = "locations.yml"

// Locations is the content of locations.yml.
type Locations struct {
	Names                 []string
	DefaultStorageMapping string
}

var locationFields = fields[Locations]{
	"fileVersion":           version[Locations](1),
	"defaultStorageMapping": word(func(l *Locations) *string { return &l.DefaultStorageMapping }),
	"locations":             texts(func(l *Locations) *[]string { return &l.Names }),
}

func (r *reader) locations(content string) Locations {
	var l Locations
	if root := r.document(content).Root; root != nil {
		readFields(r, &l, root, locationFields)
		r.need(root, "locations")
	}
	return l
}

// WriteLocations merges locations into locations.yml; original is nil for a new file.
func WriteLocations(l *Locations, original []byte) ([]byte, error) {
	return writeDocument(l, original, locationFields)
}
