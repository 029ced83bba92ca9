/**
 * How a runtime finds a code object: a loader in the model, and what it did, step by step.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.simulate.Loader} is asked with a {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest} and answers with a {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.Resolution}: the code object, or an error with
 * the number that programs see, and the trace.
 *
 * <pre>{@code
 * try (Loader loader = new Loader(LoaderEnvironment.of(System.getenv()), TOLERANT)) {
 *   List<String> targets = BinaryResolver.Device.written("gfx942:xnack-").handed();
 *   LoadedCode code = loader.load(LoadRequest.of(fat, place, wrapper, targets));
 * }
 * }</pre>
 *
 * <p>A trace is a list of {@link org.kpackworkbench.model.analysis.resolve.Step}s. In words ({@link
 * org.kpackworkbench.model.analysis.resolve.StepText}), with what logs do not say marked by {@code
 * *}:
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
 * <p>All paths are found first ({@code SearchPaths}: resolved with links, then expanded), then all
 * archives are opened ({@code LoaderArchive}: what a loader accepts, which is not what a reader can
 * show), then architectures are tried: each target in its order, each reduction of it as text, each
 * archive that lists it. What the strict and the tolerant {@linkplain
 * org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour behaviour} answer is found on
 * the same way. Any error counts as a miss; where no candidate has code, that of the last one is
 * the answer. Where a reader would see more, a note says so.
 *
 * <p>What was planned and no loader does is a third behaviour, which nothing but a request for it
 * turns on.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver} asks for every
 * wrapper of a binary, {@link org.kpackworkbench.model.analysis.resolve.tree.TreeResolver} for all
 * binaries below a folder, {@link org.kpackworkbench.model.format.codeobject.Devices} knows what
 * people call a GPU, and {@link org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser} says
 * in a sentence why there is no code, {@link
 * org.kpackworkbench.model.analysis.resolve.diagnose.FailingStep} which step that is, {@link
 * org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison} where the loads for two
 * devices or in two environments part, and {@link
 * org.kpackworkbench.model.analysis.resolve.tree.TreeReport} writes down what became of a tree.
 * {@link org.kpackworkbench.model.analysis.resolve.log.DebugLog} reads what somebody's loader wrote
 * back into steps, and writes steps as a loader would; {@link
 * org.kpackworkbench.model.analysis.resolve.HipError} is what a program says that has no such log.
 *
 * <p>What {@code /proc} tells of running processes is in {@code loader.process}; {@link
 * org.kpackworkbench.model.analysis.resolve.LoaderFiles} says where their paths lead.
 */
package org.kpackworkbench.model.analysis.resolve.simulate;
