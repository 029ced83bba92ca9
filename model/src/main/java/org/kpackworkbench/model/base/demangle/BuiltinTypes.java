package org.kpackworkbench.model.base.demangle;

import org.jspecify.annotations.Nullable;

/** {@code <builtin-type>}: the types that are one or two letters. */
final class BuiltinTypes {
  private BuiltinTypes() {}

  static @Nullable String of(char code) {
    return switch (code) {
      case 'v' -> "void";
      case 'w' -> "wchar_t";
      case 'b' -> "bool";
      case 'c' -> "char";
      case 'a' -> "signed char";
      case 'h' -> "unsigned char";
      case 's' -> "short";
      case 't' -> "unsigned short";
      case 'i' -> "int";
      case 'j' -> "unsigned int";
      case 'l' -> "long";
      case 'm' -> "unsigned long";
      case 'x' -> "long long";
      case 'y' -> "unsigned long long";
      case 'n' -> "__int128";
      case 'o' -> "unsigned __int128";
      case 'f' -> "float";
      case 'd' -> "double";
      case 'e' -> "long double";
      case 'g' -> "__float128";
      case 'z' -> "...";
      default -> null;
    };
  }

  /** The builtin type whose code is {@code D} and this letter. */
  static @Nullable String extended(char code) {
    return switch (code) {
      case 'd' -> "decimal64";
      case 'e' -> "decimal128";
      case 'f' -> "decimal32";
      case 'h' -> "half";
      case 'i' -> "char32_t";
      case 's' -> "char16_t";
      case 'u' -> "char8_t";
      case 'a' -> "auto";
      case 'c' -> "decltype(auto)";
      case 'n' -> "std::nullptr_t";
      default -> null;
    };
  }
}
