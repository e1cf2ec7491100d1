package webhook_test

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/webhook"
)

// resolveTo starts a DNS server that answers every query with one address, and returns a resolver that uses it.
func resolveTo(t *testing.T, address netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		query := make([]byte, 1024)
		for {
			n, from, err := server.ReadFrom(query)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(reply(query[:n], address), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// reply answers a DNS query with an address, if it asks for one of that family.
func reply(query []byte, address netip.Addr) []byte {
	const header, pointer, class, ttl = 12, 0xC00C, 1, 0
	end := header
	for end < len(query) && query[end] != 0 {
		end += int(query[end]) + 1
	}
	end += 5 // the end of the name, the type and the class
	asked := binary.BigEndian.Uint16(query[end-4:])
	wanted, raw := uint16(1), address.AsSlice()
	if address.Is6() {
		wanted = 28
	}
	answers := uint16(0)
	if asked == wanted {
		answers = 1
	}
	answer := append([]byte{}, query[:2]...)
	for _, field := range []uint16{0x8180, 1, answers, 0, 0} {
		answer = binary.BigEndian.AppendUint16(answer, field)
	}
	answer = append(answer, query[header:end]...)
	if answers == 0 {
		return answer
	}
	answer = binary.BigEndian.AppendUint16(answer, pointer)
	answer = binary.BigEndian.AppendUint16(answer, wanted)
	answer = binary.BigEndian.AppendUint16(answer, class)
	answer = binary.BigEndian.AppendUint32(answer, ttl)
	answer = binary.BigEndian.AppendUint16(answer, uint16(len(raw)))
	return append(answer, raw...)
}

// TestPrivateAddressOfHostNameIsRejected checks that the resolved address is checked on connect. The receiver exists and gets
// no request; if private addresses are allowed, the same host name reaches it.
func TestPrivateAddressOfHostNameIsRejected(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusOK))
	at, err := url.Parse(r.url)
	if err != nil {
		t.Fatal(err)
	}
	address := "http://receiver.example:" + at.Port() + "/hook"
	for text, private := range map[string]bool{
		"127.0.0.1": true, "10.0.0.1": false, "192.168.7.7": false, "169.254.169.254": false, "0.0.0.0": false, "::1": false,
		"fd00::1": false, "::ffff:127.0.0.1": false,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			resolver := resolveTo(t, netip.MustParseAddr(text))
			f := startDispatcherFixture(t, func(options *webhook.DispatcherOptions) {
				options.Egress, options.Resolver = nil, resolver
			})
			hook := f.subscribe(t, address).Webhook.ID
			id := f.send(t, hook)
			logged := f.waitForAttempts(t, hook, id, 1)
			problem := logged.Attempts[0].Problem
			if logged.State != webhook.Waiting || !strings.Contains(problem, "may not be sent to") || strings.Contains(problem, text) {
				t.Errorf("the log has %+v", logged)
			}
			for _, got := range r.messages() {
				if got.id == string(id) {
					t.Error("the message arrived")
				}
			}
			if !private {
				return
			}
			f = startDispatcherFixture(t, func(options *webhook.DispatcherOptions) { options.Resolver = resolver })
			hook = f.subscribe(t, address).Webhook.ID
			if logged := f.waitForAttempts(t, hook, f.send(t, hook), 1); logged.State != webhook.Delivered {
				t.Errorf("allowed, the log has %+v", logged)
			}
		})
	}
}

// TestUnusualAddressSpellingsAreChecked checks that spellings that only the resolver understands are checked like others.
func TestUnusualAddressSpellingsAreChecked(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusOK))
	port := r.url[strings.LastIndex(r.url, ":"):]
	for _, host := range []string{"127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "localhost", "LOCALHOST.", "[::ffff:7f00:1]", "[::1]", "127.0.0.1"} {
		f := startDispatcherFixture(t, func(options *webhook.DispatcherOptions) { options.Egress = nil })
		hook := f.subscribe(t, "http://"+host+port).Webhook.ID
		if logged := f.waitForAttempts(t, hook, f.send(t, hook), 1); logged.State == webhook.Delivered {
			t.Errorf("%s: the log has %+v", host, logged)
		}
	}
	if got := r.messages(); len(got) > 0 {
		t.Errorf("arrived: %+v", got)
	}
}
