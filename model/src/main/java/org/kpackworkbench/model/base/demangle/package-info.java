/**
 * Demangling of C++ names after section 5.1 of the Itanium C++ ABI, which Clang follows for host
 * code and for AMDGPU code objects alike.
 *
 * <table>
 *   <caption>The shape of a mangled name</caption>
 *   <tr><th>part</th><th>example</th><th>meaning</th></tr>
 *   <tr><td>{@code _Z}</td><td></td><td>every mangled name starts so</td></tr>
 *   <tr><td>name</td><td>{@code N2ns3fooIiEE}</td><td>{@code ns::foo<int>}</td></tr>
 *   <tr><td>result type</td><td>{@code v}</td><td>{@code void}; only after template arguments</td></tr>
 *   <tr><td>parameter types</td><td>{@code PKfT_}</td><td>{@code (float const*, int)}; none for variables</td></tr>
 *   <tr><td>suffix</td><td>{@code .kd}</td><td>what a compiler appended; {@code .kd} is a kernel descriptor</td></tr>
 * </table>
 *
 * <p>{@code S_}, {@code S0_} … repeat an earlier component; {@code T_}, {@code T0_} … are template
 * parameters.
 *
 * <pre>{@code
 * Demangler.demangle("_ZN2ns3fooIiEEvPKfT_.kd");  // void ns::foo<int>(float const*, int) (.kd)
 * Demangler.shortName("_ZN2ns3fooIiEEvPKfT_.kd"); // ns::foo (.kd)
 * }</pre>
 *
 * <p>{@code Cursor} reads the characters. Each {@code …Grammar} reads one kind of production, and
 * {@code Grammar} connects them; they build a tree of {@code Node}. {@code Printer} writes the tree
 * with one {@code …Printer} for each kind of node; {@code Binder} replaces template parameters by
 * their arguments while it does.
 *
 * <p>The results read like those of {@code llvm-cxxfilt}, with these deliberate differences:
 *
 * <ul>
 *   <li>A substitution that contains a template parameter is bound where it is used, as the
 *       compiler meant it, so parameters of generic lambdas are {@code auto} and the parameters of
 *       functions that take them are right.
 *   <li>More is understood: {@code DF16b}, {@code DF64x}, {@code _BitInt} as a substitution,
 *       templates of templates used twice, unnamed types outside of functions, conversions to
 *       templates, {@code operator->*}, {@code co_await}, and transaction clones ({@code GTt}).
 *   <li>In a trailing {@code requires} all template parameters are shown as {@code T}, {@code T0},
 *       for they are those of the declaration, not of its instance.
 *   <li>Names of Rust and D, and names that start with an additional underscore, are left as they
 *       are.
 * </ul>
 */
package org.kpackworkbench.model.base.demangle;
