package report

import (
	"reflect"

	"github.com/gomarmot/gomarmot/foreign"
)

// printable returns a value as people may see it: no text in it controls the terminal or hides anything, and each text
// is a single line. Lists and pointers are replaced, not modified; unexported fields stay. Formats also escape the
// characters that have a meaning in them.
func printable[T any](v T) T {
	cleanValue(reflect.ValueOf(&v).Elem())
	return v
}

func cleanValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(foreign.Line(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				cleanValue(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() || v.Type().Elem().Kind() == reflect.Int {
			return
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(all, v)
		for i := range all.Len() {
			cleanValue(all.Index(i))
		}
		v.Set(all)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		one := reflect.New(v.Type().Elem())
		one.Elem().Set(v.Elem())
		cleanValue(one.Elem())
		v.Set(one)
	case reflect.Array:
		for i := range v.Len() {
			cleanValue(v.Index(i))
		}
	}
}
