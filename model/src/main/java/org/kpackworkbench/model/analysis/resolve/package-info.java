/**
 * How a runtime finds a code object: what all rooms below share (loader.md).
 *
 * <p>A {@link org.kpackworkbench.model.analysis.resolve.Step} is one step of a loader; a trace is a
 * list of steps. The simulator makes traces, logs are read back into traces, and diagnoses read
 * both. {@link org.kpackworkbench.model.analysis.resolve.StepText} writes a step as a loader's log
 * does; lines marked {@code *} are not in logs:
 *
 * <pre>
 *   cache created: disabled=0, debug=0, override_paths=0, prefix_paths=0
 *   parsed HIPK metadata: kernel_name='lib/libx.so', co_index=3, lookup_key='lib/libx.so#3', 1 search paths
 *   expanded pattern: ../.kpack/x-@GFXARCH@.kpack -&gt; /opt/.kpack/x-gfx942:xnack-.kpack
 *   expanded pattern: ../.kpack/x-@GFXARCH@.kpack -&gt; /opt/.kpack/x-gfx942.kpack
 *   archive not found: /opt/.kpack/x-gfx942:xnack-.kpack
 *   opened and cached archive: /opt/.kpack/x-gfx942.kpack
 *     architecture: gfx942
 *   trying architecture: gfx942:xnack-
 * *   none of 1 archives has architecture gfx942:xnack-
 *   trying architecture: gfx942
 *     archive /opt/.kpack/x-gfx942.kpack has architecture gfx942
 * *   looking up lib/libx.so#3
 *     found kernel: 49152 bytes
 *   loaded code object: 49152 bytes
 * </pre>
 *
 * <p>Also here: {@link org.kpackworkbench.model.analysis.resolve.LoaderError} (the loader's error
 * numbers), {@link org.kpackworkbench.model.analysis.resolve.HipError} (the errors that a HIP
 * program reports), {@link org.kpackworkbench.model.analysis.resolve.LoaderEnvironment} (the
 * variables a loader reads) and {@link org.kpackworkbench.model.analysis.resolve.LoaderFiles} (the
 * root and the working folder of the process).
 *
 * <table>
 * <caption>The rooms below; each imports from this package and from rooms above it</caption>
 * <tr><th>room</th><th>question</th></tr>
 * <tr><td>{@code simulate}</td><td>which code object does a loader find for a wrapper?</td></tr>
 * <tr><td>{@code diagnose}</td><td>why is there no code, and where do two loads differ?</td></tr>
 * <tr><td>{@code tree}</td><td>which binaries of a folder have code on which devices?</td></tr>
 * <tr><td>{@code log}</td><td>what does the debug log of a loader say?</td></tr>
 * <tr><td>{@code process}</td><td>what has a running process mapped, and where are its files?</td></tr>
 * </table>
 */
package org.kpackworkbench.model.analysis.resolve;
