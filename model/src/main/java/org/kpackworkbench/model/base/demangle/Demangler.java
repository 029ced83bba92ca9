package org.kpackworkbench.model.base.demangle;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;

/**
 * Turns mangled C++ names into what a person wrote, following section 5.1 of the Itanium C++ ABI
 * and the extensions that Clang emits. See the package for what is covered and how the result is
 * written.
 *
 * <p>Every method is thread-safe and bounded: whatever the input, time grows with its length up to
 * a fixed limit, and no result is longer than {@value #MAX_LENGTH} characters.
 */
public final class Demangler {
  private static final int MAX_LENGTH = 64 * 1024;

  private Demangler() {}

  /**
   * Returns the full form of a name: result type where the mangling has it, qualified name,
   * template arguments, parameters, qualifiers. What a compiler or linker appended stays visible:
   * {@code _Z1fv.kd} is {@code f() (.kd)}.
   *
   * @return the input itself where it is no mangled name or exceeds a limit
   */
  public static String demangle(String mangled) {
    return tryDemangle(mangled).orElse(mangled);
  }

  /** Returns the full form of a name, or nothing if it is no mangled name or exceeds a limit. */
  public static Optional<String> tryDemangle(String mangled) {
    return demangle(mangled, false);
  }

  /**
   * Returns the qualified name alone, without template arguments, parameters and result, for narrow
   * columns, e.g. {@code rocrand_impl::host::generate_kernel}. A suffix stays: {@code f (.kd)}.
   *
   * @return the input itself where it is no mangled name or exceeds a limit
   */
  public static String shortName(String mangled) {
    return demangle(mangled, true).orElse(mangled);
  }

  private static Optional<String> demangle(String mangled, boolean brief) {
    int start = prefixLength(mangled);
    if (start == 0 || mangled.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    boolean ascii = mangled.chars().allMatch(c -> c < 0x80);
    // Lengths in a mangled name count bytes, so other characters are read as the bytes of their
    // UTF-8 form.
    String name =
        ascii
            ? mangled
            : new String(mangled.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    try {
      Grammar grammar = new Grammar(new Cursor(name, start));
      Node node =
          start == 2 ? grammar.encodings.mangledName() : grammar.encodings.blockInvocation();
      Printer printer = new Printer(brief, MAX_LENGTH);
      printer.print(node);
      String result = printer.result();
      return Optional.of(
          ascii
              ? result
              : new String(result.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    } catch (DemangleFailure notMangled) {
      return Optional.empty();
    } catch (StackOverflowError littleStackLeft) {
      // The depth limits fit a thread's usual stack; a caller may already have used most of it.
      // Nothing is shared, so
      // nothing is left half done.
      return Optional.empty();
    }
  }

  /** {@code _Z}, or {@code ___Z} for the function of a block; 0 for anything else. */
  private static int prefixLength(String name) {
    if (name.startsWith("_Z")) {
      return 2;
    }
    return name.startsWith("___Z") ? 4 : 0;
  }
}
