package courier_test

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/courier"
	"github.com/millrace/millrace/internal/webhook"
)

// names is a DNS server that answers every question with one address, and a resolver that asks it.
func names(t *testing.T, address netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		question := make([]byte, 1024)
		for {
			n, from, err := server.ReadFrom(question)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(reply(question[:n], address), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// reply answers a question of DNS with an address, if it asks for one of that sort.
func reply(question []byte, address netip.Addr) []byte {
	const header, pointer, class, ttl = 12, 0xC00C, 1, 0
	end := header
	for end < len(question) && question[end] != 0 {
		end += int(question[end]) + 1
	}
	end += 5 // the end of the name, the type and the class
	asked := binary.BigEndian.Uint16(question[end-4:])
	wanted, raw := uint16(1), address.AsSlice()
	if address.Is6() {
		wanted = 28
	}
	answers := uint16(0)
	if asked == wanted {
		answers = 1
	}
	answer := append([]byte{}, question[:2]...)
	for _, field := range []uint16{0x8180, 1, answers, 0, 0} {
		answer = binary.BigEndian.AppendUint16(answer, field)
	}
	answer = append(answer, question[header:end]...)
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

// TestNamesThatLeadInside: what a name leads to is looked at when it is connected to. The receiver is really there, and is
// never asked; where private addresses are allowed the same name reaches it.
func TestNamesThatLeadInside(t *testing.T) {
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
			resolver := names(t, netip.MustParseAddr(text))
			o := open(t, func(options *courier.Options) { options.Reach, options.Resolver = webhook.AddressPolicy{}, resolver })
			hook := o.listen(t, address).Webhook.ID
			id := o.send(t, hook)
			logged := o.attempted(t, hook, id, 1)
			problem := logged.Attempts[0].Problem
			if logged.State != webhook.Waiting || !strings.Contains(problem, "may not be sent to") || strings.Contains(problem, text) {
				t.Errorf("the log says %+v", logged)
			}
			for _, got := range r.messages() {
				if got.id == string(id) {
					t.Error("the message arrived")
				}
			}
			if !private {
				return
			}
			o = open(t, func(options *courier.Options) { options.Resolver = resolver })
			hook = o.listen(t, address).Webhook.ID
			if logged := o.attempted(t, hook, o.send(t, hook), 1); logged.State != webhook.Delivered {
				t.Errorf("allowed, the log says %+v", logged)
			}
		})
	}
}

// TestAddressesInOtherClothes: numbers that only a lookup understands are looked at like all others.
func TestAddressesInOtherClothes(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusOK))
	port := r.url[strings.LastIndex(r.url, ":"):]
	for _, host := range []string{"127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "localhost", "LOCALHOST.", "[::ffff:7f00:1]", "[::1]", "127.0.0.1"} {
		o := open(t, func(options *courier.Options) { options.Reach = webhook.AddressPolicy{} })
		hook := o.listen(t, "http://"+host+port).Webhook.ID
		if logged := o.attempted(t, hook, o.send(t, hook), 1); logged.State == webhook.Delivered {
			t.Errorf("%s: the log says %+v", host, logged)
		}
	}
	if got := r.messages(); len(got) > 0 {
		t.Errorf("arrived: %+v", got)
	}
}
