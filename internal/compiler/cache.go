package compiler

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// cacheFormat is the version of the format below. It changes with the format; the build of the program covers everything else.
const cacheFormat = "millrace compile cache 1\n"

// digest is a hash of some content.
type digest [16]byte

func digestOf(content []byte) digest {
	sum := sha256.Sum256(content)
	return digest(sum[:16])
}

// cache is a decoded cache.
type cache struct {
	settings  digest   // of all files that every node depends on
	locations []string // of all nodes; templates can list them
	nodes     []*storedNode
	byFile    map[string]*storedNode
	byID      map[transform.NodeID]*storedNode
}

// CacheName returns a name for the cache of a project that is compiled with these options.
func CacheName(o Options) string {
	key := cacheKey("", o)
	return "compile-" + hex.EncodeToString(key[:])
}

// cacheKey identifies what a cache is valid for: the program and the options of the compilation.
func cacheKey(build string, o Options) digest {
	w := &cacheWriter{}
	for _, text := range []string{cacheFormat, build, o.Workspace, o.Platform, o.DefaultDatabase, o.SchemaPrefix} {
		w.text(text)
	}
	w.value(o.Parameters)
	w.flag(o.Mappings != nil)
	for _, name := range sortedNames(o.Mappings) {
		w.text(name)
		w.text(o.Mappings[name].Database)
		w.text(o.Mappings[name].Schema)
	}
	return digestOf(w.out)
}

func sortedNames(m map[string]transform.Mapping) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// decodeCache reads a cache. It returns false for one that is damaged, or that another program or other options wrote.
func decodeCache(content []byte, key digest) (*cache, bool) {
	content, isOurs := bytes.CutPrefix(content, []byte(cacheFormat))
	if !isOurs || len(content) < 2*len(key) || digest(content[:len(key)]) != key {
		return nil, false
	}
	body := content[2*len(key):]
	if digest(content[len(key):2*len(key)]) != digestOf(body) {
		return nil, false
	}
	r := &cacheReader{in: string(body)}
	c := &cache{settings: r.digest(), locations: make([]string, r.count())}
	for i := range c.locations {
		c.locations[i] = r.text()
	}
	records := make([]string, r.count())
	for i := range records {
		records[i] = r.text()
	}
	if r.hasFailed || r.in != "" {
		return nil, false
	}
	return c, c.decodeNodes(records)
}

func (c *cache) decodeNodes(records []string) bool {
	c.nodes = make([]*storedNode, len(records))
	inParallel(len(records), func(i int) {
		if s, ok := readStored(records[i]); ok {
			c.nodes[i] = s
		}
	})
	c.byFile = make(map[string]*storedNode, len(records))
	c.byID = make(map[transform.NodeID]*storedNode, len(records))
	for _, s := range c.nodes {
		if s == nil {
			return false
		}
		c.byFile[s.identity.File], c.byID[s.identity.ID] = s, s
	}
	return true
}

// encodeCache returns the cache of a compilation, or nil for a project that is always compiled completely: with nodes that share
// an id or a name, with cycles, or with macros that read the files of other nodes. It returns nil, too, if a file changed while the
// project was compiled.
func (c *Compilation) encodeCache(key digest, files *seenFiles) []byte {
	if len(c.duplicates)+len(c.cycles) > 0 || c.hasTextCycles || files.haveChanged || slices.ContainsFunc(c.nodes, (*Node).readsOthers) {
		return nil
	}
	records := make([]string, len(c.nodes))
	inParallel(len(c.nodes), func(i int) { records[i] = c.record(c.nodes[i], files) })
	size := 1 << 12
	for _, record := range records {
		size += len(record) + binary.MaxVarintLen32
	}
	w := &cacheWriter{out: make([]byte, 0, size)} // it is large, so it is not copied to grow
	w.out = append(w.out, cacheFormat...)
	w.digest(key)
	w.digest(digest{}) // of the body, set below
	start := len(w.out)
	w.digest(files.settings())
	locations := nodeLocations(c.nodes)
	w.number(len(locations))
	for _, name := range locations {
		w.text(name)
	}
	w.number(len(records))
	for _, record := range records {
		w.text(record)
	}
	sum := digestOf(w.out[start:])
	copy(w.out[start-len(sum):], sum[:])
	return w.out
}

// record returns the record of a node. A node that was not compiled keeps the record that it came from.
func (c *Compilation) record(n *Node, files *seenFiles) string {
	if n.stored != nil {
		if n.stored.fingerprint == n.Fingerprint {
			return n.stored.raw
		}
		return n.stored.withFingerprint(n.Fingerprint)
	}
	w := &cacheWriter{out: make([]byte, 0, 1024)}
	var rows digest // zero for a CSV that could not be read: such a node is never reused
	if n.Seed != nil {
		rows = files.of(seedOf(n.Node))
	}
	c.writeNode(w, n, files.of(n.File), rows)
	return string(w.out)
}

// nodeLocations returns the locations of the nodes, each once.
func nodeLocations(nodes []*Node) []string { // nodes are sorted by location
	var names []string
	for _, n := range nodes {
		if len(names) == 0 || names[len(names)-1] != n.Location {
			names = append(names, n.Location)
		}
	}
	return names
}

// seenFiles records the content of each file that was read. A CSV may be read for several nodes.
type seenFiles struct {
	mutex       sync.Mutex
	content     map[string]digest
	haveChanged bool // a file was read twice and had other content
}

func newSeenFiles() *seenFiles { return &seenFiles{content: map[string]digest{}} }

func (f *seenFiles) add(file string, content digest) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	before, isKnown := f.content[file]
	f.haveChanged = f.haveChanged || isKnown && before != content
	f.content[file] = content
}

// of returns the digest of a file; it is zero if the file was not read.
func (f *seenFiles) of(file string) digest { return f.content[file] }

// settings returns the digest of the files that every node may depend on: the manifest, locations, workspaces, macros, node types
// and packages.
func (f *seenFiles) settings() digest {
	var names []string
	for name := range f.content {
		switch folder, _, _ := strings.Cut(name, "/"); {
		case folder == projectfile.NodesFolder, folder == projectfile.JobsFolder, folder == projectfile.SubgraphsFolder,
			folder == projectfile.EnvironmentsFolder, path.Ext(name) == ".csv":
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	w := &cacheWriter{}
	for _, name := range names {
		w.text(name)
		w.digest(f.content[name])
	}
	return digestOf(w.out)
}
