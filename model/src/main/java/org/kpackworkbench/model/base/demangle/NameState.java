package org.kpackworkbench.model.base.demangle;

/** What the name of an encoding says about the function type that follows it. */
final class NameState {
  /** The arguments that the type's template parameters refer to. */
  final TemplateScope scope = new TemplateScope();

  /** Constructors, destructors and conversions have no return type in their encoding. */
  boolean withoutResult;

  /** Ends with template arguments, so a return type follows. */
  boolean specialized;

  /** Of the member function, with a leading space. */
  String qualifiers = "";
}
