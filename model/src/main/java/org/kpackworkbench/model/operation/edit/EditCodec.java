package org.kpackworkbench.model.operation.edit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpm.Checksum;

/**
 * Records as MessagePack maps: a component is a pair with its name, one that is null is left out.
 * What is read comes from untrusted bytes: what is missing or of another type is an {@link
 * IllegalArgumentException} with the component's name.
 */
final class EditCodec {
  /** Under which an edit says its kind. */
  static final String KIND = "kind";

  /** Components that journals call otherwise. */
  private static final Map<String, String> NAMES =
      Map.of(
          "sizeBytes", "size", "modifiedNanos", "modified", "kernelCount", "kernels", "edit", "do");

  private EditCodec() {}

  /** An edit or a header, with its kind. */
  static MsgValue.Mapping write(String kind, Record record) {
    List<MsgValue.Pair> pairs = new ArrayList<>();
    pairs.add(pair(KIND, new MsgValue.Text(kind)));
    add(record, pairs);
    return new MsgValue.Mapping(pairs);
  }

  static MsgValue.Pair pair(String key, MsgValue value) {
    return new MsgValue.Pair(new MsgValue.Text(key), value);
  }

  private static void add(Record record, List<MsgValue.Pair> pairs) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value;
      try {
        value = component.getAccessor().invoke(record);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
      if (value != null) {
        pairs.add(pair(name(component), value(value)));
      }
    }
  }

  private static MsgValue value(Object value) {
    return switch (value) {
      case MsgValue free -> free;
      case String text -> new MsgValue.Text(text);
      case Number number -> MsgValue.Int.of(number.longValue());
      case Boolean wanted -> new MsgValue.Bool(wanted);
      case Enum<?> constant -> new MsgValue.Text(constant.name());
      case Path path -> new MsgValue.Text(path.toString());
      case Checksum sum -> new MsgValue.Binary(sum.bytes(), null);
      case List<?> list -> new MsgValue.Array(list.stream().map(EditCodec::value).toList());
      case Map<?, ?> map ->
          new MsgValue.Mapping(
              map.entrySet().stream()
                  .map(each -> pair((String) each.getKey(), value(each.getValue())))
                  .toList());
      case Record record -> {
        List<MsgValue.Pair> pairs = new ArrayList<>();
        add(record, pairs);
        yield new MsgValue.Mapping(pairs);
      }
      default -> throw new IllegalStateException("cannot write " + value.getClass());
    };
  }

  private static String name(RecordComponent component) {
    return NAMES.getOrDefault(component.getName(), component.getName());
  }

  static MsgValue.Mapping map(MsgValue value) {
    return expect(MsgValue.Mapping.class, value, "a map");
  }

  private static <V> V expect(Class<V> type, MsgValue value, String expected) {
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw new IllegalArgumentException("expected %s, found %s".formatted(expected, value));
  }

  /** Reads a record whose components are pairs of a map. */
  static <R extends Record> R read(Class<R> type, MsgValue.Mapping map) {
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = component(components[i], map);
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException refused) {
      throw new IllegalArgumentException(refused.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static @Nullable Object component(RecordComponent component, MsgValue.Mapping map) {
    MsgValue value = map.get(name(component)).orElse(null);
    if (value != null) {
      try {
        return value(component.getGenericType(), value);
      } catch (IllegalArgumentException wrong) {
        throw new IllegalArgumentException(
            "\"%s\": %s".formatted(name(component), wrong.getMessage()), wrong);
      }
    }
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      return null;
    }
    throw new IllegalArgumentException("no \"" + name(component) + "\"");
  }

  private static Object value(Type type, MsgValue value) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (generic.getRawType() == List.class) {
        MsgValue.Array array = expect(MsgValue.Array.class, value, "an array");
        return array.items().stream().map(item -> value(last, item)).toList();
      }
      Map<String, Object> map = new LinkedHashMap<>();
      map(value).pairs().forEach(pair -> map.put(pair.key().toString(), value(last, pair.value())));
      return map;
    }
    return single((Class<?>) type, value);
  }

  private static Object single(Class<?> type, MsgValue value) {
    if (type == MsgValue.class) {
      return value;
    }
    if (type.isRecord() && type != Checksum.class) {
      return read(type.asSubclass(Record.class), map(value));
    }
    if (type == Checksum.class) {
      MsgValue.Binary binary = expect(MsgValue.Binary.class, value, "a SHA-256");
      return new Checksum(binary.bytes());
    }
    if (type == boolean.class) {
      return expect(MsgValue.Bool.class, value, "true or false").value();
    }
    if (type == long.class || type == int.class || type == Integer.class) {
      BigInteger number = expect(MsgValue.Int.class, value, "a number").value();
      return number(type, number);
    }
    String text = expect(MsgValue.Text.class, value, "text").value();
    if (type == Path.class) {
      try {
        return Path.of(text);
      } catch (InvalidPathException noPath) {
        throw new IllegalArgumentException("no path: " + text, noPath);
      }
    }
    return type.isEnum() ? constant(type, text) : text;
  }

  /** A small number counts something, or is the number of a row or level: never below 0. */
  private static Object number(Class<?> type, BigInteger number) {
    int most = type == long.class ? Long.SIZE : Integer.SIZE;
    if (number.bitLength() >= most || (type != long.class && number.signum() < 0)) {
      throw new IllegalArgumentException("no number of the expected size: " + number);
    }
    return type == long.class ? (Object) number.longValue() : (Object) number.intValue();
  }

  private static Object constant(Class<?> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> ((Enum<?>) each).name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of %s, found %s"
                        .formatted(Arrays.toString(type.getEnumConstants()), text)));
  }
}
