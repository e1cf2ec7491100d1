package postgres_test

import (
	"bytes"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/engine"
)

// proxy is a network between a client and a real server that can fail like real networks.
type proxy struct {
	address  string
	seen     func(sent []byte) // hears what clients send, before the server does
	trips    atomic.Int64      // requests to which clients wait for an answer
	released chan struct{}     // closed when nothing is to be held up any more

	mu           sync.Mutex
	ends         []net.Conn
	isServer     map[net.Conn]bool
	frozen       map[net.Conn]bool
	refuses      bool
	losesAnswers bool
}

// throughProxy returns a connection through a proxy.
func throughProxy(t *testing.T, c engine.Connection) (*proxy, engine.Connection) {
	t.Helper()
	host, port := c.Settings["host"].(string), int(c.Settings["port"].(float64))
	p := &proxy{address: (&net.TCPAddr{IP: net.ParseIP(host), Port: port}).String(), released: make(chan struct{}), frozen: map[net.Conn]bool{}, isServer: map[net.Conn]bool{}}
	address := serve(t, p.join)
	t.Cleanup(func() {
		close(p.released)
		p.cut()
	})
	return p, with(with(c, "host", address.Settings["host"]), "port", address.Settings["port"])
}

// join connects a client with the server until one of them closes.
func (p *proxy) join(client net.Conn) {
	server, err := net.Dial("tcp", p.address)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	p.mu.Lock()
	p.ends = append(p.ends, client, server)
	p.isServer[server] = true
	refuses := p.refuses
	p.mu.Unlock()
	if refuses {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.pump(client, server, p.count) })
	both.Go(func() { p.pump(server, client, func([]byte) {}) })
	both.Wait()
}

// pump forwards the data of one end to the other. A frozen network does not report that an end has closed.
func (p *proxy) pump(from, to net.Conn, observe func([]byte)) {
	defer func() { _ = to.Close() }()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		observe(buffer[:n])
		p.mu.Lock()
		holdUp, isLost := p.frozen[from] || p.frozen[to], p.losesAnswers && p.isServer[from]
		p.mu.Unlock()
		if holdUp {
			<-p.released
		}
		if err != nil || holdUp || isLost {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// count counts the ends of requests. Requests here are small enough to arrive in one piece.
func (p *proxy) count(sent []byte) {
	if bytes.HasSuffix(sent, []byte{'S', 0, 0, 0, 4}) {
		p.trips.Add(1)
	}
	if p.seen != nil {
		p.seen(sent)
	}
}

// freeze delays all data of the existing connections.
func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, end := range p.ends {
		p.frozen[end] = true
	}
}

// refuse rejects new connections.
func (p *proxy) refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses = true
}

// loseAnswers breaks each connection at the server's next answer.
func (p *proxy) loseAnswers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.losesAnswers = true
}

// cut breaks all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	ends := slices.Clone(p.ends)
	p.mu.Unlock()
	for _, end := range ends {
		_ = end.Close()
	}
}

// when calls a function when a client sends a text.
func (p *proxy) when(text string, do func()) {
	p.seen = func(sent []byte) {
		if strings.Contains(string(sent), text) {
			do()
		}
	}
}
