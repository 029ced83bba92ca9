/**
 * Text for people and for files: names that are safe to print ({@link
 * org.kpackworkbench.model.base.text.SafeText}) and to use on Windows ({@link
 * org.kpackworkbench.model.base.text.WindowsName}), sizes in the same words in window, command line
 * and reports ({@link org.kpackworkbench.model.base.text.SizeText}), lists in sentences ({@link
 * org.kpackworkbench.model.base.text.ListText}), names sorted by the numbers in them ({@link
 * org.kpackworkbench.model.base.text.NaturalOrder}), and the escapes of HTML, Markdown and JSON.
 */
package org.kpackworkbench.model.base.text;
