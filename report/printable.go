package report

import (
	"reflect"

	"github.com/gomarmot/gomarmot/foreign"
)

// printable is the report as shown to people: no text controls the terminal or
// hides anything, and each is one line, except for those of ours that may have
// several. The formats for people start from it, and also escape what has a
// meaning in them; formats for programs keep the data unchanged.
func (r *Report) printable() *Report {
	out := *r
	out.raw = map[string]string{}
	cleanValue(reflect.ValueOf(&out).Elem(), false, out.raw)
	return &out
}

// exact returns a text of the report before it was made printable.
func (r *Report) exact(text string) string {
	if s, ok := r.raw[text]; ok {
		return s
	}
	return text
}

// ours are the fields whose texts come from the rules alone, and may have line
// breaks.
var ours = map[string]bool{"Says": true, "Advice": true}

// cleanValue makes all texts of a value printable. The originals are
// kept in raw. Lists and pointers are replaced, not modified.
func cleanValue(v reflect.Value, lines bool, raw map[string]string) {
	switch v.Kind() {
	case reflect.String:
		s, clean := v.String(), foreign.Line
		if lines {
			clean = foreign.Text
		}
		if c := clean(s); c != s {
			raw[c] = s
			v.SetString(c)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				cleanValue(v.Field(i), ours[f.Name], raw)
			}
		}
	case reflect.Slice:
		if v.IsNil() || v.Type().Elem().Kind() == reflect.Int {
			return
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(all, v)
		for i := range all.Len() {
			cleanValue(all.Index(i), lines, raw)
		}
		v.Set(all)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		one := reflect.New(v.Type().Elem())
		one.Elem().Set(v.Elem())
		cleanValue(one.Elem(), lines, raw)
		v.Set(one)
	case reflect.Array:
		for i := range v.Len() {
			cleanValue(v.Index(i), lines, raw)
		}
	}
}
